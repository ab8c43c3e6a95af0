package io.headwater.spark.skipping

/** The possible outcomes of a predicate on the rows of an object. They may include impossible
  * outcomes, but never omit a possible one.
  */
private[skipping] case class Outcomes(mayBeTrue: Boolean, mayBeFalse: Boolean, mayBeNull: Boolean) {

  def negated: Outcomes = Outcomes(mayBeFalse, mayBeTrue, mayBeNull)

  /** SQL's AND, of every choice from both. */
  def and(other: Outcomes): Outcomes = Outcomes(
    mayBeTrue && other.mayBeTrue,
    mayBeFalse || other.mayBeFalse,
    mayBeNull && (other.mayBeNull || other.mayBeTrue) || mayBeTrue && other.mayBeNull
  )

  /** For `<=>`, which is never null. */
  def nullAsFalse: Outcomes = Outcomes(mayBeTrue, mayBeFalse || mayBeNull, mayBeNull = false)

  def or(other: Outcomes): Outcomes = negated.and(other.negated).negated
}

private[skipping] object Outcomes {
  val Any: Outcomes = Outcomes(mayBeTrue = true, mayBeFalse = true, mayBeNull = true)
  val True: Outcomes = Outcomes(mayBeTrue = true, mayBeFalse = false, mayBeNull = false)
  val False: Outcomes = True.negated
  val Null: Outcomes = Outcomes(mayBeTrue = false, mayBeFalse = false, mayBeNull = true)
}
