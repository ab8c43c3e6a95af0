package io.headwater.spark.pushdown

import io.headwater.store.storlet.{StorletRefusedException, StorletsUnsupportedException}
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration._

/** The buckets that recently refused to run storlets, in this process. For a while they receive no
  * storlet requests, which spares a store under load.
  */
object StorletCircuitBreaker {
  private val Busy = 1.second
  private val LongestBusy = 1.minute
  private val Unable = 10.minutes

  private val until = new ConcurrentHashMap[String, Deadline]

  /** Whether to send the bucket no storlet requests now. */
  def holds(bucket: String): Boolean = Option(until.get(bucket)).exists(_.hasTimeLeft())

  /** Records how a pushdown failed. */
  def note(bucket: String, failure: Throwable): Unit =
    pause(failure).foreach(wait => until.put(bucket, wait.fromNow))

  private def pause(failure: Throwable): Option[FiniteDuration] = failure match {
    case refused: StorletRefusedException =>
      refused.reason match {
        case "busy" | "engine" =>
          val told = refused.retryAfter.map[FiniteDuration](_.toMillis.millis)
          Some(told.orElse(Busy).min(LongestBusy))
        case "policy" | "storlet" => Some(Unable)
        case _                    => None
      }
    case _: StorletsUnsupportedException => Some(Unable)
    case _                               => None
  }
}
