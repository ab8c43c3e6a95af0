package io.headwater.spark.skipping

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.BooleanType
import org.apache.spark.unsafe.types.UTF8String

/** Finds the possible outcomes of a predicate on the rows of an object.
  *
  * @param column
  *   what is known of a column in the object, by its name
  */
private[skipping] class ObjectPredicate(column: String => Option[ColumnStatistics]) {
  import ObjectPredicate._

  /** Whether some row may fulfil all of the predicates. */
  def mayBeTrue(predicates: Seq[Expression]): Boolean =
    predicates.forall(outcomes(_).mayBeTrue)

  private def outcomes(predicate: Expression): Outcomes = predicate match {
    case And(left, right)                     => outcomes(left).and(outcomes(right))
    case Or(left, right)                      => outcomes(left).or(outcomes(right))
    case Not(child)                           => outcomes(child).negated
    case Literal(null, _)                     => Outcomes.Null
    case Literal(value: Boolean, BooleanType) => if (value) Outcomes.True else Outcomes.False
    case flag: Attribute if flag.dataType == BooleanType => compared(flag, true)(_ == 0)
    case IsNull(attribute: Attribute)                    => statistics(attribute)(_.isNull)
    case IsNotNull(attribute: Attribute)                 => statistics(attribute)(_.isNull).negated
    case StartsWith(attribute: Attribute, prefix: Literal) if areAlike(attribute, prefix) =>
      startsWith(attribute, prefix.value)
    case In(attribute: Attribute, list) if list.forall(areAlike(attribute, _)) =>
      in(attribute, list.collect { case literal: Literal => literal.value })
    case InSet(attribute: Attribute, values) => in(attribute, values.toSeq)
    case Compared(attribute, value, test)    => compared(attribute, value)(test)
    case EqualNullSafe(left, right)          =>
      operands(left, right).fold(Outcomes.Any) { case (attribute, value, _) =>
        nullSafe(attribute, value)
      }
    case _ => Outcomes.Any
  }

  private def compared(attribute: Attribute, value: Any)(test: Int => Boolean): Outcomes =
    if (value == null) Outcomes.Null else statistics(attribute)(_.compared(value)(test))

  private def nullSafe(attribute: Attribute, value: Any): Outcomes =
    if (value == null) statistics(attribute)(_.isNull)
    else statistics(attribute)(_.compared(value)(_ == 0)).nullAsFalse

  private def startsWith(attribute: Attribute, prefix: Any): Outcomes = prefix match {
    case text: UTF8String => statistics(attribute)(_.startsWith(text))
    case _                => Outcomes.Null
  }

  /** If the list contains null, a value that is not found gives null. */
  private def in(attribute: Attribute, values: Seq[Any]): Outcomes = {
    val (nulls, others) = values.partition(_ == null)
    val found = statistics(attribute)(_.in(others))
    if (nulls.isEmpty) found else found.or(Outcomes.Null)
  }

  private def statistics(attribute: Attribute)(outcomes: ColumnStatistics => Outcomes): Outcomes =
    column(attribute.name).fold(Outcomes.Any)(outcomes)
}

private[skipping] object ObjectPredicate {
  private def areAlike(attribute: Attribute, other: Expression): Boolean =
    other.isInstanceOf[Literal] && attribute.dataType == other.dataType

  /** A column, the literal it is compared with, and -1 if the literal comes first. */
  private def operands(left: Expression, right: Expression): Option[(Attribute, Any, Int)] =
    (left, right) match {
      case (attribute: Attribute, literal: Literal) if areAlike(attribute, literal) =>
        Some((attribute, literal.value, 1))
      case (literal: Literal, attribute: Attribute) if areAlike(attribute, literal) =>
        Some((attribute, literal.value, -1))
      case _ => None
    }

  /** A column, a literal, and whether the comparison is true if the value is less than, equal to or
    * greater than the literal.
    */
  private object Compared {
    def unapply(comparison: Expression): Option[(Attribute, Any, Int => Boolean)] = {
      val comparisonTest: Option[Int => Boolean] = Option(comparison).collect {
        case _: EqualTo            => _ == 0
        case _: LessThan           => _ < 0
        case _: LessThanOrEqual    => _ <= 0
        case _: GreaterThan        => _ > 0
        case _: GreaterThanOrEqual => _ >= 0
      }
      for {
        test <- comparisonTest
        (attribute, value, side) <- operands(comparison.children.head, comparison.children.last)
      } yield (attribute, value, (sign: Int) => test(sign * side))
    }
  }
}
