package io.headwater.spark.pushdown

import java.time.{Instant, LocalDate, LocalDateTime, ZoneId, ZoneOffset}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.format.DateTimeFormatter
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.types._

/** A type of values that storlets support, and the text form of its literals.
  *
  * @param name
  *   as in `protocol/selection.schema.json`
  * @param literal
  *   a literal's text as it would appear in a field, defined only where it is exact
  */
class ColumnKind(val name: String, literal: PartialFunction[Any, String]) extends Serializable {

  /** The text of a literal, or None if it has no exact text. */
  def text(value: Any): Option[String] = literal.lift(value)
}

object ColumnKind {
  private val Timestamp = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS")
  private val Years = 1 to 9999
  private val Undecodable = "\uFFFD\u0000"

  /** The kind of a type, or None if storlets do not support it. */
  def of(dataType: DataType): Option[ColumnKind] = Option(dataType).collect {
    // Char and varchar arrive as strings. Strings with a collation compare by more than bytes.
    case StringType  => new ColumnKind("string", { case text: String if isPlain(text) => text })
    case ByteType    => new ColumnKind("byte", { case value: Byte => value.toString })
    case ShortType   => new ColumnKind("short", { case value: Short => value.toString })
    case IntegerType => new ColumnKind("int", { case value: Int => value.toString })
    case LongType    => new ColumnKind("long", { case value: Long => value.toString })
    case FloatType   =>
      new ColumnKind("float", { case v: Float if !v.isNaN && !v.isInfinite => v.toString })
    case DoubleType =>
      new ColumnKind("double", { case v: Double if !v.isNaN && !v.isInfinite => v.toString })
    case BooleanType => new ColumnKind("boolean", { case value: Boolean => value.toString })
    case decimal: DecimalType =>
      new ColumnKind(
        s"decimal(${decimal.precision},${decimal.scale})",
        { case value: java.math.BigDecimal => value.toPlainString }
      )
    case DateType         => new ColumnKind("date", Function.unlift(date))
    case TimestampType    => new ColumnKind("timestamp", Function.unlift(instant))
    case TimestampNTZType => new ColumnKind("timestamp_ntz", Function.unlift(local))
  }

  /** The offset of a zone, in minutes, if it is always the same. Storlets know no other zones. */
  def offset(zone: ZoneId): Option[String] =
    Option(zone.getRules)
      .filter(_.isFixedOffset)
      .map(_.getOffset(Instant.EPOCH))
      .filter(_.getTotalSeconds % 60 == 0)
      .map(found => if (found.getTotalSeconds == 0) "UTC" else found.getId)

  /** A reader sees invalid UTF-8 in an object as U+FFFD. A storlet does not. */
  private def isPlain(text: String): Boolean =
    !text.exists(Undecodable.contains(_)) && UTF_8.newEncoder.canEncode(text)

  private def date(value: Any): Option[String] = {
    val day = value match {
      case local: LocalDate   => Some(local)
      case old: java.sql.Date => Some(LocalDate.ofEpochDay(DateTimeUtils.fromJavaDate(old).toLong))
      case _                  => None
    }
    day.filter(found => Years.contains(found.getYear)).map(_.toString)
  }

  private def instant(value: Any): Option[String] = {
    val micros = value match {
      case instant: Instant        => Some(DateTimeUtils.instantToMicros(instant))
      case old: java.sql.Timestamp => Some(DateTimeUtils.fromJavaTimestamp(old))
      case _                       => None
    }
    micros
      .map(DateTimeUtils.microsToInstant(_).atOffset(ZoneOffset.UTC))
      .filter(found => Years.contains(found.getYear))
      .map(found => s"${Timestamp.format(found)}Z")
  }

  private def local(value: Any): Option[String] = value match {
    case time: LocalDateTime if Years.contains(time.getYear) => Some(Timestamp.format(time))
    case _                                                   => None
  }
}
