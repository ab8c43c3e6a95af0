package io.headwater.spark.pushdown

/** The maximum distance from 0 of a task's sums that Spark's `avg` adds as doubles. Beyond 2^53 a
  * sum depends on how its values were grouped.
  */
class ExactSumBound {
  import ExactSumBound._
  private var bound = 0d

  /** Records values that are added one by one, as Spark adds them. */
  def addSingle(magnitude: Double): Unit = bound += magnitude

  /** Records values that may already have been added in the store. Throws ArithmeticException if
    * that could change the sum.
    */
  def addGrouped(magnitude: Double): Unit = {
    addSingle(magnitude)
    if (bound > Exact) {
      throw new ArithmeticException(
        s"sums of up to $bound may not equal those of Spark's avg, which adds doubles"
      )
    }
  }
}

object ExactSumBound {

  /** All whole numbers up to twice this value are doubles. The factor allows for rounding in the
    * recorded maximum.
    */
  private val Exact = (1L << 52).toDouble
}
