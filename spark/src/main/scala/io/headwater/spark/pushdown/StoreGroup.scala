package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal, Substring}
import org.apache.spark.sql.types._

/** A grouping column of a storlet.
  *
  * @param substring
  *   the first character (from 1) and the length, or None for the complete value
  */
case class StoreGroup(column: Attribute, substring: Option[(Int, Int)])

object StoreGroup {

  /** How a storlet groups by an expression, or None if it cannot. */
  def of(expression: Expression): Option[StoreGroup] = Option(expression).collect {
    case column: Attribute if groups(column.dataType) => StoreGroup(column, None)
    case Substring(column: Attribute, Literal(from: Int, _), Literal(length: Int, _))
        if column.dataType == StringType && from >= 0 && length >= 0 =>
      StoreGroup(column, Some(from -> length))
  }

  private def groups(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType => false
    case other                  => ColumnKind.of(other).isDefined
  }
}
