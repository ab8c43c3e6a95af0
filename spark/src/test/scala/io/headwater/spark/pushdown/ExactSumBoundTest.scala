package io.headwater.spark.pushdown

import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class ExactSumBoundTest {
  private val limit = (1L << 52).toDouble

  @Test
  def groupedValuesUpToTheLimitAreExact(): Unit = {
    val bound = new ExactSumBound
    bound.addGrouped(limit / 2)
    bound.addGrouped(limit / 2)
  }

  @Test
  def groupedValuesBeyondTheLimitFail(): Unit = {
    val bound = new ExactSumBound
    bound.addGrouped(limit)
    assertThrows(classOf[ArithmeticException], () => bound.addGrouped(1))
  }

  @Test
  def singleValuesNeverFail(): Unit = {
    val bound = new ExactSumBound
    bound.addSingle(2 * limit)
    bound.addSingle(Double.MaxValue)
  }

  @Test
  def singleValuesCountForLaterGroups(): Unit = {
    val bound = new ExactSumBound
    bound.addSingle(limit)
    assertThrows(classOf[ArithmeticException], () => bound.addGrouped(1))
  }
}
