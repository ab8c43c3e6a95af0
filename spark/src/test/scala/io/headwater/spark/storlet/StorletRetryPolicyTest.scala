package io.headwater.spark.storlet

import io.headwater.store.exception.TransientStoreException
import io.headwater.store.storlet.StorletRefusedException
import java.io.IOException
import java.time.Duration
import java.util.Optional
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

class StorletRetryPolicyTest {

  @Test
  def aBusyStoreIsRetriedAnyNumberOfTimes(): Unit = {
    val policy = new StorletRetryPolicy
    for (reason <- Seq("busy", "engine"))
      assertTrue(Seq.fill(10)(policy.shouldRetry(refused(reason))).forall(identity))
  }

  @Test
  def otherRefusalsAreFinal(): Unit = {
    val policy = new StorletRetryPolicy
    for (reason <- Seq("policy", "storlet", "parameters", "input", "limit", "failed"))
      assertFalse(policy.shouldRetry(refused(reason)), reason)
  }

  @Test
  def aBrokenAnswerIsRetriedThreeTimes(): Unit = {
    val policy = new StorletRetryPolicy
    val broken = new TransientStoreException("cut", null)
    assertEquals(Seq(true, true, true, false), Seq.fill(4)(policy.shouldRetry(broken)))
  }

  @Test
  def otherFailuresAreFinal(): Unit =
    assertFalse(new StorletRetryPolicy().shouldRetry(new IOException("unreadable")))

  private def refused(reason: String): StorletRefusedException =
    new StorletRefusedException("refused", reason, Optional.of(Duration.ZERO), null)
}
