package io.headwater.spark
package skipping

import org.apache.spark.unsafe.types.UTF8String

/** What is known of the values of one column in one object, in Spark's internal form.
  *
  * @param ordering
  *   Spark's ordering of the column's type
  * @param values
  *   all values, if they are known
  * @param low
  *   a lower bound, if known. Not needed if `values` is known
  * @param high
  *   an upper bound, if known
  * @param isAbsent
  *   whether a value is certainly absent
  */
private[skipping] case class ColumnStatistics(
    ordering: Ordering[Any],
    values: Option[Seq[Any]],
    low: Option[Any],
    high: Option[Any],
    isAbsent: Any => Boolean,
    mayBeNull: Boolean
) {

  /** The possible outcomes of a comparison with a literal.
    *
    * @param test
    *   whether the comparison is true if the value is less than (negative), equal to (zero) or
    *   greater than (positive) the literal
    */
  def compared(literal: Any)(test: Int => Boolean): Outcomes = {
    val possible = signs(literal)
    Outcomes(possible.exists(test), possible.exists(!test(_)), mayBeNull)
  }

  private def signs(literal: Any): Set[Int] = values match {
    case Some(all) => all.map(value => Integer.signum(ordering.compare(value, literal))).toSet
    case None      =>
      val fromLow = low.map(bound => Integer.signum(ordering.compare(bound, literal))).getOrElse(-1)
      val toHigh = high.map(bound => Integer.signum(ordering.compare(bound, literal))).getOrElse(1)
      (fromLow to toHigh).toSet -- Option.when(isAbsent(literal))(0)
  }

  /** The possible outcomes of `IN` with literals that are not null. */
  def in(literals: Seq[Any]): Outcomes = values match {
    case Some(all) =>
      val found = all.map(value => literals.exists(ordering.equiv(value, _)))
      Outcomes(found.contains(true), found.contains(false), mayBeNull)
    case None =>
      literals
        .map(compared(_)(_ == 0))
        .foldLeft(Outcomes(mayBeTrue = false, mayBeFalse = true, mayBeNull))(_ or _)
  }

  /** The possible outcomes of `LIKE 'prefix%'` on strings. */
  def startsWith(prefix: UTF8String): Outcomes = values match {
    case Some(all) =>
      val found = all.map(_.asInstanceOf[UTF8String].startsWith(prefix))
      Outcomes(found.contains(true), found.contains(false), mayBeNull)
    case None =>
      val bounds = (low ++ high).map(_.asInstanceOf[UTF8String])
      val begins = low.forall(bound => isAtMost(bound.asInstanceOf[UTF8String], prefix))
      val ends = high.forall(ordering.gteq(_, prefix))
      val always = low.isDefined && high.isDefined && bounds.forall(_.startsWith(prefix))
      Outcomes(begins && ends, !always, mayBeNull)
  }

  private def isAtMost(bound: UTF8String, prefix: UTF8String): Boolean =
    bound.startsWith(prefix) || ordering.lteq(bound, prefix)

  def isNull: Outcomes = Outcomes(mayBeNull, !values.exists(_.isEmpty), mayBeNull = false)
}
