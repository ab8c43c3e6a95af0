package io.headwater.spark.typed

import io.headwater.spark.pushdown.StorletNames.{Parameter, Reason}
import io.headwater.store.retry.FailureTimes
import io.headwater.store.storlet.StorletRefusedException
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration._

/** The storlets of buckets that are older than typed answers, in this process. After a while, typed
  * answers are requested from them again.
  */
object TypedSupport {

  /** Parameters of typed answers alone, the first of which came with them. */
  private val Names =
    Seq(Parameter.Answer, Parameter.Schema, Parameter.Dictionaries, Parameter.Streams)

  private val missingUntil = new ConcurrentHashMap[(String, String), Deadline]

  /** Whether a storlet refused a request because it knows no typed answers. It refuses other
    * parameters with other texts, such as separators with which it cannot read records.
    */
  def isLackedBy(refused: StorletRefusedException): Boolean =
    refused.reason == Reason.Parameters &&
      Names.exists(name => refused.getMessage.contains(s"'$name' is not known"))

  /** Whether a bucket's storlet lately answered with text only. */
  def isMissing(bucket: String, storlet: String): Boolean =
    Option(missingUntil.get((bucket, storlet))).exists(_.hasTimeLeft())

  /** Records that a bucket's storlet knows no typed answers. */
  def recordMissing(bucket: String, storlet: String): Unit =
    missingUntil.put((bucket, storlet), FailureTimes.STORLET_ABSENT.toMillis.millis.fromNow)
}
