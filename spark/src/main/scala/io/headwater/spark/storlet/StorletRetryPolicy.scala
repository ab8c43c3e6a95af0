package io.headwater.spark.storlet

import io.headwater.store.retry.RetryPolicy.{STORLET_CAPACITY, STORLET_RESPONSE}
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

  private val deadline = STORLET_CAPACITY.total.toMillis.millis.fromNow
  private var responses = 1

  /** Waits if a retry may help, and returns whether to retry. */
  def shouldRetry(failure: Throwable): Boolean = failure match {
    case refused: StorletRefusedException
        if STORLET_CAPACITY.repeats(refused) && deadline.hasTimeLeft() =>
      val wait = refused.retryAfter.orElse(STORLET_CAPACITY.firstPause).toMillis
      Log.info(s"${refused.getMessage}; repeating the request")
      // Up to twice as long, to spread out tasks that were refused together.
      Thread.sleep(ThreadLocalRandom.current.nextLong(wait, 2 * wait + 1))
      true
    case _ if STORLET_RESPONSE.repeats(failure, responses) =>
      responses += 1
      Log.info(s"${failure.getMessage}; repeating the request")
      true
    case _ => false
  }
}

object StorletRetryPolicy {
  private val Log = LoggerFactory.getLogger(classOf[StorletRetryPolicy])
}
