package io.headwater.spark
package skipping

import io.headwater.commit.manifest.ColumnRange
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.types._

/** What a manifest records of a column in an object, taken from Parquet's footer by the writer:
  * `protocol/SKIP-INDEX.md`, section 7.
  */
private[skipping] object ManifestColumn {

  /** What is known of the column as one of a type, or None if the bounds do not fit the type. */
  def of(range: ColumnRange, dataType: DataType, exact: ExactText): Option[ColumnStatistics] = {
    val texts = for (min <- Option(range.min); max <- Option(range.max)) yield min -> max
    texts
      .filter { case (min, max) => isReliable(min, max) }
      .flatMap { case (min, max) => bounds(min, max, dataType, exact) }
      .map { case (low, high) =>
        val ordering = TypeUtils.getInterpretedOrdering(dataType)
        ColumnStatistics(ordering, None, low, high, _ => false, range.nulls != 0)
      }
  }

  /** Bounds of binary data may be hexadecimal texts. Invalid UTF-8 has become U+FFFD. */
  private def isReliable(min: String, max: String): Boolean =
    !(min.startsWith("0x") && max.startsWith("0x")) && !(min + max).contains('\uFFFD')

  private def bounds(
      min: String,
      max: String,
      dataType: DataType,
      exact: ExactText
  ): Option[(Option[Any], Option[Any])] = {
    def both(low: String, high: String): Option[(Option[Any], Option[Any])] =
      for (first <- exact.value(low, dataType); last <- exact.value(high, dataType))
        yield (Some(first), Some(last))
    dataType match {
      case FloatType | DoubleType                 => floating(min, dataType)
      case DateType                               => both(min, max).filter(_ => min >= FirstDay)
      case TimestampType if areInstants(min, max) =>
        both(min.replace("+0000", "Z"), max.replace("+0000", "Z")).filter(_ => min >= FirstTime)
      case TimestampType    => None
      case TimestampNTZType => both(min, max).filter(_ => min >= FirstTime)
      case BooleanType      => None
      case _                => both(min, max)
    }
  }

  /** NaN is greater than all other values and is in no bound. A 32-bit number read as 64 bits does
    * not equal its text.
    */
  private def floating(min: String, dataType: DataType): Option[(Option[Any], Option[Any])] =
    min.toFloatOption.filter(_.isFinite).map { number =>
      val below = Math.nextDown(number)
      (Some(if (dataType == FloatType) below else below.toDouble), None)
    }

  private def areInstants(min: String, max: String): Boolean =
    Seq(min, max).forall(text => text.endsWith("+0000") || text.endsWith("Z"))

  /** Spark's releases read earlier dates and times of Parquet differently. */
  private val FirstDay = "1582-10-15"
  private val FirstTime = "1900-01-01"
}
