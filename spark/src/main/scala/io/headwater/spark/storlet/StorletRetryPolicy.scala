package io.headwater.spark.storlet

import io.headwater.spark.pushdown.StorletNames.Reason
import io.headwater.store.exception.TransientStoreException
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

  private val deadline = MaxBusyTime.fromNow
  private var brokenAnswers = 0

  /** Waits if a retry may help, and returns whether to retry. */
  def shouldRetry(failure: Throwable): Boolean = failure match {
    case refused: StorletRefusedException
        if BusyReasons(refused.reason) && deadline.hasTimeLeft() =>
      val wait = refused.retryAfter.map[FiniteDuration](_.toMillis.millis).orElse(DefaultWait)
      Log.info(s"${refused.getMessage}; repeating the request")
      // Up to twice as long, to spread out tasks that were refused together.
      Thread.sleep(ThreadLocalRandom.current.nextLong(wait.toMillis, 2 * wait.toMillis + 1))
      true
    case _: TransientStoreException if brokenAnswers < MaxBrokenAnswers =>
      brokenAnswers += 1
      Log.info(s"${failure.getMessage}; repeating the request")
      true
    case _ => false
  }
}

object StorletRetryPolicy {
  private val Log = LoggerFactory.getLogger(classOf[StorletRetryPolicy])
  private val BusyReasons = Set(Reason.Busy, Reason.Engine)
  private val MaxBusyTime = 10.minutes
  private val DefaultWait = 1.second
  private val MaxBrokenAnswers = 3
}
