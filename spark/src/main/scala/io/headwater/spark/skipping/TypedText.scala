package io.headwater.spark
package skipping

import java.nio.charset.StandardCharsets.UTF_8
import java.time.{Instant, LocalDate, LocalDateTime, ZoneOffset}
import java.time.format.DateTimeFormatter
import java.util.Arrays
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.types._

/** The text of a typed value in an index: `protocol/SKIP-INDEX.md`, section 4. */
private[skipping] object TypedText {

  /** Spark's releases read earlier dates and times of columnar files differently. */
  private val FirstDay = LocalDate.of(1582, 10, 15)
  private val FirstYear = 1900
  private val LastYear = 9999
  private val Time = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS")

  /** Whether indexes record columns of a type. */
  def isIndexed(dataType: DataType): Boolean = dataType match {
    case StringType | BooleanType | ByteType | ShortType | IntegerType | LongType => true
    case FloatType | DoubleType | DateType | TimestampType | TimestampNTZType     => true
    case _: DecimalType                                                           => true
    case _                                                                        => false
  }

  /** The text of a value that is not null, or None if it has no index form. */
  def of(row: SpecializedGetters, index: Int, dataType: DataType): Option[String] = dataType match {
    case StringType       => string(row.getUTF8String(index).getBytes)
    case BooleanType      => Some(row.getBoolean(index).toString)
    case ByteType         => Some(row.getByte(index).toString)
    case ShortType        => Some(row.getShort(index).toString)
    case IntegerType      => Some(row.getInt(index).toString)
    case LongType         => Some(row.getLong(index).toString)
    case FloatType        => Some(row.getFloat(index).toDouble.toString)
    case DoubleType       => Some(row.getDouble(index).toString)
    case DateType         => day(LocalDate.ofEpochDay(row.getInt(index).toLong))
    case TimestampType    => time(DateTimeUtils.microsToInstant(row.getLong(index))).map(_ + "Z")
    case TimestampNTZType => time(DateTimeUtils.microsToInstant(row.getLong(index)))
    case decimal: DecimalType =>
      Some(row.getDecimal(index, decimal.precision, decimal.scale).toJavaBigDecimal.toPlainString)
    case _ => None
  }

  private def string(bytes: Array[Byte]): Option[String] =
    Some(new String(bytes, UTF_8)).filter(text => Arrays.equals(text.getBytes(UTF_8), bytes))

  private def day(date: LocalDate): Option[String] =
    Option.when(!date.isBefore(FirstDay) && date.getYear <= LastYear)(date.toString)

  private def time(instant: Instant): Option[String] = {
    val local = LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
    Option.when(local.getYear >= FirstYear && local.getYear <= LastYear)(Time.format(local))
  }
}
