package io.headwater.spark.pushdown

import java.math.{BigDecimal => JavaDecimal}
import org.apache.spark.sql.catalyst.expressions.{Attribute, Literal, UnscaledValue}
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._

/** One of Spark's aggregate functions, computed from the results of one or more storlet functions.
  * A storlet function is given by its name and column. A count of rows has no column.
  *
  * @param buffer
  *   converts the storlet's results to Spark's partial result
  * @param bound
  *   the maximum distance from 0 that these results add to a [[ExactSumBound]]
  * @param rowBound
  *   the same for a single row
  */
class StoreFunction(
    val calls: Seq[(String, Option[Attribute])],
    buffer: Seq[String] => Seq[Any],
    bound: Seq[String] => Double = _ => 0,
    val rowBound: Double = 0
) extends Serializable {

  /** Spark's partial result from the texts that the storlet returned for its functions. */
  def partial(values: Seq[String]): Seq[Any] = buffer(values)

  /** The maximum distance from 0 that a sum of doubles reached for these texts. 0 if the function
    * has none.
    */
  def sumBound(values: Seq[String]): Double = bound(values)
}

object StoreFunction {

  /** How a storlet computes a function, or None if it cannot compute it exactly.
    *
    * @param floatingSums
    *   whether floating-point numbers may be added in another order than Spark's
    */
  def of(function: AggregateFunction, floatingSums: Boolean): Option[StoreFunction] =
    Option(function).collect {
      case Count(Seq(literal: Literal)) if literal.value != null => count(None)
      case Count(Seq(column: Attribute))                         => count(Some(column))
      case sum @ Sum(column: Attribute, _)
          if sum.aggBufferAttributes.length == 1 && isSummable(column.dataType, floatingSums) =>
        single("sum", column, sum.dataType)
      case sum @ Sum(column: Attribute, _) if isNarrow(column.dataType) => decimalSum(sum, column)
      case Average(column: Attribute, _) if isWhole(column.dataType)    =>
        exactMean(column, math.pow(2, 8 * column.dataType.defaultSize - 1), 0)
      case average @ Average(column: Attribute, _)
          if isNarrow(column.dataType) || floatingSums && isSummable(
            column.dataType,
            floatingSums
          ) =>
        mean(column, average.sumDataType)
      // The optimizer's form for decimals of few digits.
      case Sum(UnscaledValue(column: Attribute), _) => unscaledSum(column)
      case Average(UnscaledValue(column @ DecimalColumn(precision, scale)), _) =>
        exactMean(column, math.pow(10, precision), scale)
      case Min(column: Attribute)          => single("min", column, column.dataType)
      case Max(column: Attribute)          => single("max", column, column.dataType)
      case First(column: Attribute, false) => first(column)
    }

  private def isSummable(dataType: DataType, floatingSums: Boolean): Boolean = dataType match {
    case FloatType | DoubleType => floatingSums
    case LongType               => true
    case other                  => isWhole(other)
  }

  /** Whether Spark's avg adds the values as doubles, exactly up to a [[ExactSumBound]]. */
  private def isWhole(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType => true
    case _                                  => false
  }

  /** Whether a decimal has room for ten more digits. */
  private def isNarrow(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision + 10 <= DecimalType.MAX_PRECISION
    case _                    => false
  }

  private def count(column: Option[Attribute]): StoreFunction =
    new StoreFunction(Seq("count" -> column), values => Seq(values.head.toLong))

  private def single(name: String, column: Attribute, answer: DataType): StoreFunction =
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
      values => Seq(valueOrZero(values.head, dataType), values.head == null)
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
      values => Seq(valueOrZero(values.head, sum), values(1).toLong)
    )

  /** The mean of whole numbers, or of unscaled decimals, which Spark adds as doubles.
    *
    * @param largest
    *   the maximum distance of a value from 0
    * @param scale
    *   the column's number of decimal places
    */
  private def exactMean(column: Attribute, largest: Double, scale: Int): StoreFunction = {
    def number(text: String): Double =
      if (text == null) 0d else new JavaDecimal(text).scaleByPowerOfTen(scale).doubleValue
    new StoreFunction(
      Seq("sum", "count", "min", "max").map(_ -> Some(column)),
      values => Seq[Any](number(values.head), values(1).toLong),
      values => values(1).toDouble * values.drop(2).map(text => math.abs(number(text))).max,
      largest
    )
  }

  private def valueOrZero(value: String, dataType: DataType): Any =
    StoredText.value(if (value == null) "0" else value, dataType)

  /** The unscaled digits of a decimal, which storlets return with all decimal places of its type.
    */
  private def unscaled(value: String): Long =
    new JavaDecimal(value).unscaledValue.longValueExact

  private object DecimalColumn {
    def unapply(column: Attribute): Option[(Int, Int)] =
      Some(column.dataType).collect { case decimal: DecimalType =>
        (decimal.precision, decimal.scale)
      }
  }
}
