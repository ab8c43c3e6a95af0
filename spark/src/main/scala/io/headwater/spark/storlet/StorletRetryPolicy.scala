package io.headwater.spark.storlet

import io.headwater.store.TransientStoreException
import io.headwater.store.storlet.StorletRefusedException
import java.util.concurrent.ThreadLocalRandom
import org.slf4j.LoggerFactory
import scala.concurrent.duration._

/** Decides whether one split's storlets are retried after a failure. While the store is busy, it
  * retries for some minutes. After a broken response it retries a few times. There is no fallback
  * for these storlets.
  */
class StorletRetryPolicy {
  import StorletRetryPolicy._

  private val longest = Longest.fromNow
  private var brokenAnswers = 0

  /** Waits if a retry may help, and returns whether to retry. */
  def after(failure: Throwable): Boolean = failure match {
    case refused: StorletRefusedException if Busy(refused.reason) && longest.hasTimeLeft() =>
      val told = refused.retryAfter.map[FiniteDuration](_.toMillis.millis).orElse(Wait)
      Log.info(s"${refused.getMessage}; it is asked again")
      // Up to twice as long, to spread out tasks that were refused together.
      Thread.sleep(ThreadLocalRandom.current.nextLong(told.toMillis, 2 * told.toMillis + 1))
      true
    case _: TransientStoreException if brokenAnswers < MostBroken =>
      brokenAnswers += 1
      Log.info(s"${failure.getMessage}; it is asked again")
      true
    case _ => false
  }
}

object StorletRetryPolicy {
  private val Log = LoggerFactory.getLogger(classOf[StorletRetryPolicy])
  private val Busy = Set("busy", "engine")
  private val Longest = 10.minutes
  private val Wait = 1.second
  private val MostBroken = 3
}
