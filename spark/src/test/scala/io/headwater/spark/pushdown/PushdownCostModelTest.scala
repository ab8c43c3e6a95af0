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

  @Test
  def aQueryHasOneModel(): Unit = {
    assertSame(PushdownCostModel.of("query-1"), PushdownCostModel.of("query-1"))
    assertNotSame(PushdownCostModel.of("query-1"), PushdownCostModel.of("query-2"))
  }
}
