package io.headwater.spark.pushdown

import java.math.{BigDecimal => JavaDecimal}
import org.apache.spark.sql.catalyst.expressions.{Attribute, Literal, UnscaledValue}
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** An aggregate function of Spark's by what a storlet answers for it.
  *
  * @param asked
  *   the storlet's functions: name and, but for a count of rows, column
  * @param buffer
  *   Spark's partial result, from what those came to
  * @param magnitude
  *   how far from 0 a [[ReachedSum]] of Spark's may be by that
  * @param mostOfRow
  *   the same of a row
  */
class StoreFunction(
    val asked: Seq[(String, Option[Attribute])],
    buffer: Seq[String] => Seq[Any],
    magnitude: Seq[String] => Double = _ => 0,
    val mostOfRow: Double = 0
) extends Serializable {

  /** Spark's partial result of the texts that were answered for [[asked]]. */
  def partial(values: Seq[String]): Seq[Any] = buffer(values)

  /** How far from 0 a sum of doubles may have been on its way to these texts; 0 for what is none.
    */
  def most(values: Seq[String]): Double = magnitude(values)
}

object StoreFunction {

  /** How a storlet works out a function; nothing if it cannot do so exactly.
    *
    * @param floatingSums
    *   whether floating numbers may be added in another order than Spark does
    */
  def of(function: AggregateFunction, floatingSums: Boolean): Option[StoreFunction] =
    Option(function).collect {
      case Count(Seq(literal: Literal)) if literal.value != null => count(None)
      case Count(Seq(column: Attribute))                         => count(Some(column))
      case sum @ Sum(column: Attribute, _)
          if sum.aggBufferAttributes.length == 1 && adds(column.dataType, floatingSums) =>
        one("sum", column, sum.dataType)
      case sum @ Sum(column: Attribute, _) if isNarrow(column.dataType) => decimalSum(sum, column)
      case Average(column: Attribute, _) if isWhole(column.dataType)    =>
        exactMean(column, math.pow(2, 8 * column.dataType.defaultSize - 1), 0)
      case average @ Average(column: Attribute, _)
          if isNarrow(column.dataType) || floatingSums && adds(column.dataType, floatingSums) =>
        mean(column, average.sumDataType)
      // As the optimizer has them of decimals of few digits.
      case Sum(UnscaledValue(column: Attribute), _) => unscaledSum(column)
      case Average(UnscaledValue(column @ DecimalColumn(precision, scale)), _) =>
        exactMean(column, math.pow(10, precision), scale)
      case Min(column: Attribute)          => one("min", column, column.dataType)
      case Max(column: Attribute)          => one("max", column, column.dataType)
      case First(column: Attribute, false) => first(column)
    }

  private def adds(dataType: DataType, floatingSums: Boolean): Boolean = dataType match {
    case FloatType | DoubleType => floatingSums
    case LongType               => true
    case other                  => isWhole(other)
  }

  /** Whether Spark's avg adds its values as doubles, and exactly up to a [[ReachedSum]]. */
  private def isWhole(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType => true
    case _                                  => false
  }

  /** Whether ten digits more fit into a decimal. */
  private def isNarrow(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision + 10 <= DecimalType.MAX_PRECISION
    case _                    => false
  }

  private def count(column: Option[Attribute]): StoreFunction =
    new StoreFunction(Seq("count" -> column), values => Seq(values.head.toLong))

  private def one(name: String, column: Attribute, answer: DataType): StoreFunction =
    new StoreFunction(
      Seq(name -> Some(column)),
      values => Seq(StoredText.value(values.head, answer))
    )

  private def first(column: Attribute): StoreFunction = {
    val dataType = column.dataType
    new StoreFunction(
      Seq("first" -> Some(column)),
      values => Seq(StoredText.value(values.head, dataType), true)
    )
  }

  private def decimalSum(sum: Sum, column: Attribute): StoreFunction = {
    val dataType = sum.dataType
    new StoreFunction(
      Seq("sum" -> Some(column)),
      values => Seq(orZero(values.head, dataType), values.head == null)
    )
  }

  private def unscaledSum(column: Attribute): StoreFunction =
    new StoreFunction(
      Seq("sum" -> Some(column)),
      values => Seq(if (values.head == null) null else unscaled(values.head))
    )

  private def mean(column: Attribute, sum: DataType): StoreFunction =
    new StoreFunction(
      Seq("sum" -> Some(column), "count" -> Some(column)),
      values => Seq(orZero(values.head, sum), values(1).toLong)
    )

  /** Of whole numbers, and of decimals without their point: Spark adds them as doubles.
    *
    * @param most
    *   how far from 0 a value may be
    * @param scale
    *   how many digits the column has behind the point
    */
  private def exactMean(column: Attribute, most: Double, scale: Int): StoreFunction = {
    def number(text: String): Double =
      if (text == null) 0d else new JavaDecimal(text).scaleByPowerOfTen(scale).doubleValue
    new StoreFunction(
      Seq("sum", "count", "min", "max").map(_ -> Some(column)),
      values => Seq[Any](number(values.head), values(1).toLong),
      values => values(1).toDouble * values.drop(2).map(text => math.abs(number(text))).max,
      most
    )
  }

  private def orZero(value: String, dataType: DataType): Any =
    StoredText.value(if (value == null) "0" else value, dataType)

  /** The digits of a decimal, which is answered with all that its type has behind the point. */
  private def unscaled(value: String): Long =
    new JavaDecimal(value).unscaledValue.longValueExact

  private object DecimalColumn {
    def unapply(column: Attribute): Option[(Int, Int)] =
      Some(column.dataType).collect { case decimal: DecimalType =>
        (decimal.precision, decimal.scale)
      }
  }
}
