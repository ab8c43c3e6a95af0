package io.headwater.spark.skipping

import org.apache.spark.unsafe.types.UTF8String

/** What is known of the values of one column in one object, in Spark's internal form.
  *
  * @param ordering
  *   Spark's, of the column's type
  * @param values
  *   all of them, if they are known
  * @param low
  *   no value is less, if that is known; not needed beside `values`
  * @param high
  *   no value is greater
  * @param lacks
  *   whether a value is certainly not there
  */
private[skipping] case class KnownColumn(
    ordering: Ordering[Any],
    values: Option[Seq[Any]],
    low: Option[Any],
    high: Option[Any],
    lacks: Any => Boolean,
    mayBeNull: Boolean
) {

  /** What a comparison with a literal may be.
    *
    * @param holds
    *   whether it is true of a value that is less than, equal to or greater than the literal: of a
    *   negative number, zero or a positive one
    */
  def compared(literal: Any)(holds: Int => Boolean): Outcomes = {
    val possible = signs(literal)
    Outcomes(possible.exists(holds), possible.exists(!holds(_)), mayBeNull)
  }

  private def signs(literal: Any): Set[Int] = values match {
    case Some(all) => all.map(value => Integer.signum(ordering.compare(value, literal))).toSet
    case None      =>
      val fromLow = low.map(bound => Integer.signum(ordering.compare(bound, literal))).getOrElse(-1)
      val toHigh = high.map(bound => Integer.signum(ordering.compare(bound, literal))).getOrElse(1)
      (fromLow to toHigh).toSet -- Option.when(lacks(literal))(0)
  }

  /** What `IN` of literals may be, none of them null. */
  def in(literals: Seq[Any]): Outcomes = values match {
    case Some(all) =>
      val found = all.map(value => literals.exists(ordering.equiv(value, _)))
      Outcomes(found.contains(true), found.contains(false), mayBeNull)
    case None =>
      literals
        .map(compared(_)(_ == 0))
        .foldLeft(Outcomes(mayBeTrue = false, mayBeFalse = true, mayBeNull))(_ or _)
  }

  /** What `LIKE 'prefix%'` may be, of strings. */
  def startsWith(prefix: UTF8String): Outcomes = values match {
    case Some(all) =>
      val found = all.map(_.asInstanceOf[UTF8String].startsWith(prefix))
      Outcomes(found.contains(true), found.contains(false), mayBeNull)
    case None =>
      val bounds = (low ++ high).map(_.asInstanceOf[UTF8String])
      val begins = low.forall(bound => isUpTo(bound.asInstanceOf[UTF8String], prefix))
      val ends = high.forall(ordering.gteq(_, prefix))
      val always = low.isDefined && high.isDefined && bounds.forall(_.startsWith(prefix))
      Outcomes(begins && ends, !always, mayBeNull)
  }

  private def isUpTo(bound: UTF8String, prefix: UTF8String): Boolean =
    bound.startsWith(prefix) || ordering.lteq(bound, prefix)

  def isNull: Outcomes = Outcomes(mayBeNull, !values.exists(_.isEmpty), mayBeNull = false)
}
