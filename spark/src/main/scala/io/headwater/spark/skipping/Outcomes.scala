package io.headwater.spark.skipping

/** Which outcomes a predicate may have on the rows of an object; more than it has may be told,
  * never fewer.
  */
private[skipping] case class Outcomes(mayBeTrue: Boolean, mayBeFalse: Boolean, mayBeNull: Boolean) {

  def negated: Outcomes = Outcomes(mayBeFalse, mayBeTrue, mayBeNull)

  /** SQL's AND, of every choice from both. */
  def and(other: Outcomes): Outcomes = Outcomes(
    mayBeTrue && other.mayBeTrue,
    mayBeFalse || other.mayBeFalse,
    mayBeNull && (other.mayBeNull || other.mayBeTrue) || mayBeTrue && other.mayBeNull
  )

  /** Of `<=>`, which is never null. */
  def nullAsFalse: Outcomes = Outcomes(mayBeTrue, mayBeFalse || mayBeNull, mayBeNull = false)

  def or(other: Outcomes): Outcomes = negated.and(other.negated).negated
}

private[skipping] object Outcomes {
  val Any: Outcomes = Outcomes(mayBeTrue = true, mayBeFalse = true, mayBeNull = true)
  val True: Outcomes = Outcomes(mayBeTrue = true, mayBeFalse = false, mayBeNull = false)
  val False: Outcomes = True.negated
  val Null: Outcomes = Outcomes(mayBeTrue = false, mayBeFalse = false, mayBeNull = true)
}
