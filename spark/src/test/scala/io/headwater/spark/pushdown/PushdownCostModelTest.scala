package io.headwater.spark.pushdown

import org.junit.jupiter.api.Assertions.{
  assertEquals,
  assertFalse,
  assertNotSame,
  assertSame,
  assertTrue
}
import org.junit.jupiter.api.Test

class PushdownCostModelTest {
  private val sample = PushdownCostModel.Sample

  @Test
  def anUnknownQueryIsPushed(): Unit = {
    val model = new PushdownCostModel
    model.record(sample - 1, sample - 1)
    assertFalse(model.isKnown)
    assertTrue(model.isWorthwhile)
  }

  @Test
  def aQueryThatReturnsFewBytesIsPushed(): Unit = {
    val model = new PushdownCostModel
    model.record(sample, sample / 2)
    assertTrue(model.isKnown)
    assertTrue(Seq.fill(20)(model.isWorthwhile).forall(identity))
  }

  @Test
  def everySixteenthSplitOfAnotherQueryIsPushed(): Unit = {
    val model = new PushdownCostModel
    model.record(sample, sample)
    val pushed = Seq.fill(32)(model.isWorthwhile).zipWithIndex.collect { case (true, n) => n + 1 }
    assertEquals(Seq(16, 32), pushed)
  }

  @Test
  def laterResponsesChangeTheDecision(): Unit = {
    val model = new PushdownCostModel
    model.record(sample, sample)
    assertFalse(model.isWorthwhile)
    model.record(9 * sample, 0)
    assertTrue(model.isWorthwhile)
  }

  private def measured(pushed: Option[Long], plain: Option[Long]): PushdownCostModel = {
    val model = new PushdownCostModel
    model.record(sample, 0)
    pushed.foreach(megabytes => model.pushedSpeed.record(100 * megabytes * 1000000, 100000000000L))
    plain.foreach(megabytes => model.plainSpeed.record(100 * megabytes * 1000000, 100000000000L))
    model
  }

  @Test
  def aStoreThatIsSlowerThanSparkIsSparedMostSplits(): Unit =
    for {
      (pushed, plain, isPushed) <- Seq(
        (None, None, true),
        (Some(300L), None, true),
        (Some(20L), None, false),
        (Some(20L), Some(5L), true),
        (Some(80L), Some(100L), false),
        (None, Some(100L), true)
      )
    } assertEquals(isPushed, measured(pushed, plain).isWorthwhile, s"$pushed $plain")

  @Test
  def aStoreThatBecomesFasterIsUsedAgain(): Unit = {
    val model = measured(Some(20), Some(100))
    assertFalse(model.isWorthwhile)
    model.pushedSpeed.record(10L << 30, 1000000000L)
    assertTrue(model.isWorthwhile)
  }

  @Test
  def shortPartsAreNotMeasured(): Unit = {
    val model = measured(None, None)
    model.pushedSpeed.record(sample - 1, Long.MaxValue)
    assertTrue(model.isWorthwhile)
  }

  @Test
  def aQueryHasOneModel(): Unit = {
    assertSame(PushdownCostModel.of("query-1"), PushdownCostModel.of("query-1"))
    assertNotSame(PushdownCostModel.of("query-1"), PushdownCostModel.of("query-2"))
  }
}
