package io.headwater.spark
package skipping

import java.math.{BigDecimal => BigNumber}
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.types._

/** What an index records of a column in an object: `protocol/SKIP-INDEX.md`, section 4.
  *
  * @param nulls
  *   the number of null rows, or None if unknown
  * @param values
  *   all values, if they are recorded
  * @param range
  *   the least and the greatest text
  * @param numbers
  *   the least and the greatest number
  */
private[skipping] case class ColumnTexts(
    nulls: Option[Long],
    values: Option[Seq[String]],
    range: ColumnTexts.Range,
    numbers: ColumnTexts.Range,
    scale: Option[Int],
    form: Option[String],
    bloom: Option[BloomFilter]
) {
  import ColumnTexts._

  /** What is known of the column as one of a type, or None unless every value is exact for it.
    */
  def as(dataType: DataType, exact: ExactText): Option[ColumnStatistics] =
    values
      .map { texts =>
        val parsed = texts.map(exact.value(_, dataType))
        Option
          .when(parsed.forall(_.isDefined))(Seq(parsed.flatten: _*))
          .map(all => known(dataType, Some(all), None, None))
      }
      .getOrElse(bounds(dataType, exact).map { case (low, high) =>
        known(dataType, None, low, high)
      })

  private def known(
      dataType: DataType,
      all: Option[Seq[Any]],
      low: Option[Any],
      high: Option[Any]
  ): ColumnStatistics =
    ColumnStatistics(
      TypeUtils.getInterpretedOrdering(dataType),
      all,
      low,
      high,
      isAbsent(dataType),
      !nulls.contains(0L)
    )

  private def bounds(dataType: DataType, exact: ExactText): Option[(Option[Any], Option[Any])] = {
    def parsed(pair: Range): (Option[Any], Option[Any]) =
      (pair.low.flatMap(exact.value(_, dataType)), pair.high.flatMap(exact.value(_, dataType)))
    dataType match {
      case StringType             => Some(parsed(range)).filter(_._1.isDefined)
      case _ if isWhole(dataType) => both(parsed(numbers)).filter(_ => scale.contains(0))
      case decimal: DecimalType if fits(decimal)     => both(parsed(numbers))
      case FloatType | DoubleType                    => both(parsed(numbers))
      case DateType if form.contains("date")         => both(parsed(range))
      case TimestampNTZType if form.contains(Local)  => both(parsed(range))
      case TimestampType if form.contains("instant") => both(parsed(range))
      case TimestampType if form.contains(Local)     =>
        for (from <- range.low; to <- range.high; (low, high) <- exact.instants(from, to))
          yield (Some(low), Some(high))
      case _ => None
    }
  }

  /** Whether every value between the least and the greatest number, of no more decimals, is exact.
    */
  private def fits(decimal: DecimalType): Boolean =
    scale.exists(_ <= decimal.scale) && (numbers.low ++ numbers.high).forall { text =>
      new BigNumber(text).abs.compareTo(BigNumber.TEN.pow(decimal.precision - decimal.scale)) < 0
    }

  private def isAbsent(dataType: DataType): Any => Boolean = {
    val indexText: Option[Any => String] = dataType match {
      case StringType                                         => Some(_.toString)
      case _ if isWhole(dataType) && form.contains("integer") => Some(_.toString)
      case DateType if form.contains("date")                  =>
        Some(day => java.time.LocalDate.ofEpochDay(day.asInstanceOf[Int].toLong).toString)
      case _ => None
    }
    (for (filter <- bloom; text <- indexText) yield (value: Any) => !filter.mayHave(text(value)))
      .getOrElse(_ => false)
  }
}

private[skipping] object ColumnTexts {

  /** The form of times without zone. */
  private val Local = "timestamp"

  /** Two bounds, each optional. */
  case class Range(low: Option[String], high: Option[String])

  private def isWhole(dataType: DataType): Boolean =
    Set[DataType](ByteType, ShortType, IntegerType, LongType)(dataType)

  private def both(pair: (Option[Any], Option[Any])): Option[(Option[Any], Option[Any])] =
    Some(pair).filter(known => known._1.isDefined && known._2.isDefined)
}
