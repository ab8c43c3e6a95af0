package io.headwater.spark.pushdown

/** How far from 0 the sums of a task may be that Spark's `avg` adds as doubles: beyond 2^53 a sum
  * depends on which values were added one by one.
  */
class ReachedSum {
  import ReachedSum._
  private var reached = 0d

  /** Notes values that are added one by one, as Spark adds them. */
  def note(most: Double): Unit = reached += most

  /** Notes values that may have been added before they came here. Raises ArithmeticException where
    * that may make another sum.
    */
  def require(most: Double): Unit = {
    note(most)
    if (reached > Exact) {
      throw new ArithmeticException(
        s"sums of up to $reached are not exact, as Spark's avg adds them"
      )
    }
  }
}

object ReachedSum {

  /** Up to twice of it each whole number is a double; what is reached is itself rounded. */
  private val Exact = (1L << 52).toDouble
}
