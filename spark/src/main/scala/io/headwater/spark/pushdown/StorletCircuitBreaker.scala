package io.headwater.spark.pushdown

import io.headwater.spark.pushdown.StorletNames.Reason
import io.headwater.store.retry.FailureTimes
import io.headwater.store.storlet.{StorletRefusedException, StorletsUnsupportedException}
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration._

/** The buckets that recently refused to run storlets, in this process. For a while they receive no
  * storlet requests, which spares a store under load.
  */
object StorletCircuitBreaker {
  private val openUntil = new ConcurrentHashMap[String, Deadline]

  /** Whether to send the bucket no storlet requests now. */
  def isOpen(bucket: String): Boolean = Option(openUntil.get(bucket)).exists(_.hasTimeLeft())

  /** Records how a pushdown failed. */
  def record(bucket: String, failure: Throwable): Unit =
    pause(failure).foreach(wait => openUntil.put(bucket, wait.fromNow))

  private def absent = Some(FailureTimes.STORLET_ABSENT.toMillis.millis)

  /** How long to send no storlet requests after a failure, if it concerns the bucket. */
  private[pushdown] def pause(failure: Throwable): Option[FiniteDuration] = failure match {
    case refused: StorletRefusedException =>
      refused.reason match {
        case Reason.Busy | Reason.Engine =>
          val requested = refused.retryAfter.orElse(FailureTimes.STORLET_LOAD).toMillis
          Some(requested.min(FailureTimes.STORLET_LOAD_LONGEST.toMillis).millis)
        case Reason.Policy | Reason.Storlet => absent
        case _                              => None
      }
    case _: StorletsUnsupportedException => absent
    case _                               => None
  }
}
