package io.headwater.spark.typed

import io.headwater.store.retry.FailureTimes
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration._

/** The buckets whose storlets are older than typed answers, in this process. After a while, typed
  * answers are requested from them again.
  */
object TypedSupport {
  private val missingUntil = new ConcurrentHashMap[String, Deadline]

  /** Whether a bucket's storlets lately answered with text only. */
  def isMissing(bucket: String): Boolean =
    Option(missingUntil.get(bucket)).exists(_.hasTimeLeft())

  /** Records that a bucket's storlet refused the parameters of a typed answer. */
  def recordMissing(bucket: String): Unit =
    missingUntil.put(bucket, FailureTimes.STORLET_ABSENT.toMillis.millis.fromNow)
}
