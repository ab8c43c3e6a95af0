package io.headwater.spark.typed

import io.headwater.store.retry.FailureTimes
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration._

/** The storlets of buckets that are older than typed answers, in this process. After a while, typed
  * answers are requested from them again.
  */
object TypedSupport {
  private val missingUntil = new ConcurrentHashMap[(String, String), Deadline]

  /** Whether a bucket's storlet lately answered with text only. */
  def isMissing(bucket: String, storlet: String): Boolean =
    Option(missingUntil.get((bucket, storlet))).exists(_.hasTimeLeft())

  /** Records that a bucket's storlet refused the parameters of a typed answer. */
  def recordMissing(bucket: String, storlet: String): Unit =
    missingUntil.put((bucket, storlet), FailureTimes.STORLET_ABSENT.toMillis.millis.fromNow)
}
