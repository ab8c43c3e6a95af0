package io.headwater.spark.pushdown

import io.headwater.store.exception.TransientStoreException
import io.headwater.store.storlet.StorletRefusedException
import java.time.Duration
import java.util.Optional
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test
import scala.concurrent.duration._

class StorletCircuitBreakerTest {

  @Test
  def aBusyStoreGetsTheTimeItRequests(): Unit = {
    for (reason <- Seq("busy", "engine")) {
      assertEquals(Some(5.seconds), StorletCircuitBreaker.pause(refused(reason, Some(5))))
      assertEquals(Some(1.second), StorletCircuitBreaker.pause(refused(reason, None)))
      assertEquals(Some(1.minute), StorletCircuitBreaker.pause(refused(reason, Some(3600))))
    }
  }

  @Test
  def aStoreWithoutTheStorletIsLeftAloneForMinutes(): Unit =
    for (reason <- Seq("policy", "storlet"))
      assertEquals(Some(10.minutes), StorletCircuitBreaker.pause(refused(reason, Some(1))))

  @Test
  def failuresOfARequestOpenNothing(): Unit = {
    for (reason <- Seq("parameters", "input", "limit", "failed"))
      assertEquals(None, StorletCircuitBreaker.pause(refused(reason, None)))
    assertEquals(None, StorletCircuitBreaker.pause(new TransientStoreException("cut", null)))
  }

  @Test
  def oneBucketIsOpenedAtATime(): Unit = {
    StorletCircuitBreaker.record("s3://refusing", refused("policy", None))
    StorletCircuitBreaker.record("s3://failing", refused("input", None))
    assertTrue(StorletCircuitBreaker.isOpen("s3://refusing"))
    assertFalse(StorletCircuitBreaker.isOpen("s3://failing"))
    assertFalse(StorletCircuitBreaker.isOpen("s3://other"))
  }

  @Test
  def aBucketIsClosedAfterItsPause(): Unit = {
    StorletCircuitBreaker.record("s3://busy", refused("busy", Some(0)))
    assertFalse(StorletCircuitBreaker.isOpen("s3://busy"))
  }

  private def refused(reason: String, seconds: Option[Long]): StorletRefusedException = {
    val retryAfter = seconds.fold(Optional.empty[Duration])(n => Optional.of(Duration.ofSeconds(n)))
    new StorletRefusedException("refused", reason, retryAfter, null)
  }
}
