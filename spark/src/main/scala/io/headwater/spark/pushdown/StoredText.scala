package io.headwater.spark.pushdown

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Converts the values of an aggregate's response to those of Spark's rows:
  * `docs/reference/csv.md`.
  */
object StoredText {

  /** The value of a text, null for none. */
  def value(text: String, dataType: DataType): Any =
    if (text == null) null
    else
      dataType match {
        case _: StringType                    => UTF8String.fromString(text)
        case ByteType                         => text.toByte
        case ShortType                        => text.toShort
        case IntegerType | DateType           => text.toInt
        case LongType                         => text.toLong
        case TimestampType | TimestampNTZType => text.toLong
        case FloatType                        => text.toFloat
        case DoubleType                       => text.toDouble
        case BooleanType                      => text.toBoolean
        case decimal: DecimalType             =>
          Decimal(new java.math.BigDecimal(text), decimal.precision, decimal.scale)
        case other =>
          throw new IllegalArgumentException(s"storlets return no values of type $other")
      }
}
