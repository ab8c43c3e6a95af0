package io.headwater.spark
package skipping

import java.math.{BigDecimal => BigNumber, BigInteger}
import java.time.{LocalDate, LocalDateTime, OffsetDateTime, ZoneId}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import scala.util.Try

/** The value that Spark parses from a text, if it is certain. `docs/reference/csv.md` calls such
  * texts exact. Values have the form of Spark's internal rows.
  *
  * @param zone
  *   the zone of timestamps that specify none
  */
private[skipping] class ExactText(zone: ZoneId) {
  import ExactText._

  /** The value of a text in a type, or None if it is not exact. */
  def value(text: String, dataType: DataType): Option[Any] = dataType match {
    case StringType           => Some(UTF8String.fromString(text))
    case ByteType             => integer(text, Byte.MinValue, Byte.MaxValue).map(_.toByte)
    case ShortType            => integer(text, Short.MinValue, Short.MaxValue).map(_.toShort)
    case IntegerType          => integer(text, Int.MinValue, Int.MaxValue).map(_.toInt)
    case LongType             => integer(text, Long.MinValue, Long.MaxValue)
    case decimal: DecimalType => decimalOf(text, decimal)
    case DoubleType           => floating(text).map(_.toDouble).filter(_.isFinite)
    case FloatType            => floating(text).map(_.toFloat).filter(_.isFinite)
    case BooleanType          => text.toBooleanOption
    case DateType             => date(text).map(_.toEpochDay.toInt)
    case TimestampNTZType     => local(text).map(DateTimeUtils.localDateTimeToMicros)
    case TimestampType        => instant(text)
    case _                    => None
  }

  private def instant(text: String): Option[Long] = {
    val moment =
      if (Local.matches(text)) local(text).map(_.atZone(zone).toInstant)
      else if (Zoned.matches(text))
        Try(OffsetDateTime.parse(text.replace(' ', 'T')).toInstant).toOption
      else None
    moment.map(DateTimeUtils.instantToMicros)
  }

  /** Instants that bound all local times between two given ones. Where clocks are put forward,
    * Spark moves the skipped times, past ones that come later.
    */
  def instants(from: String, to: String): Option[(Long, Long)] =
    for (first <- local(from); last <- local(to)) yield {
      val lower = zone.getRules.getTransition(first) match {
        case gap if gap != null && gap.isGap => gap.getInstant
        case _                               => first.atZone(zone).toInstant
      }
      val latest = last.atZone(zone).toInstant
      val moved = Option(zone.getRules.previousTransition(latest.plusNanos(1)))
        .filter(_.isGap)
        .map(gap => gap.getInstant.plus(gap.getDuration))
      val upper = moved.filter(_.isAfter(latest)).getOrElse(latest)
      (DateTimeUtils.instantToMicros(lower), DateTimeUtils.instantToMicros(upper))
    }
}

private[skipping] object ExactText {
  private val Integer = "[+-]?[0-9]+".r
  private val Plain = "[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)".r
  private val Number = s"$Plain(?:[eE][+-]?[0-9]+)?".r
  private val Day = "[0-9]{4}-[0-9]{2}-[0-9]{2}".r
  private val Local = s"$Day[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?".r
  private val Zoned = s"$Local(?:Z|[+-][0-9]{2}:[0-9]{2})".r

  /** A longer text is not a number (`protocol/SKIP-INDEX.md`, section 4). */
  private val MaxNumberLength = 40

  /** Whether a text is a number according to section 4. */
  def isNumber(text: String): Boolean = floating(text).exists(_.toDouble.isFinite)

  def isPlain(text: String): Boolean = Plain.matches(text)

  private def floating(text: String): Option[String] =
    Option.when(text.length <= MaxNumberLength && Number.matches(text))(text)

  private def integer(text: String, least: Long, most: Long): Option[Long] =
    Option
      .when(Integer.matches(text))(new BigInteger(text))
      .filter(number => number.bitLength < 64)
      .map(_.longValue)
      .filter(number => number >= least && number <= most)

  private def decimalOf(text: String, decimal: DecimalType): Option[Decimal] =
    Option
      .when(Plain.matches(text))(new BigNumber(text))
      .flatMap(number => Try(number.setScale(decimal.scale)).toOption)
      .filter(_.precision <= decimal.precision)
      .map(Decimal(_, decimal.precision, decimal.scale))

  def date(text: String): Option[LocalDate] =
    Option
      .when(Day.matches(text))(text)
      .flatMap(day => Try(LocalDate.parse(day)).toOption)
      .filter(_.getYear > 0)

  def local(text: String): Option[LocalDateTime] =
    Option
      .when(Local.matches(text))(text.replace(' ', 'T'))
      .flatMap(time => Try(LocalDateTime.parse(time)).toOption)
      .filter(_.getYear > 0)
}
