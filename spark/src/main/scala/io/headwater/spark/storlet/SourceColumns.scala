package io.headwater.spark.storlet

import io.headwater.store.storlet.StorletAnswer
import java.util.Locale
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import scala.jdk.CollectionConverters._

/** The columns in addition to the response's, which describe the source object. */
object SourceColumns {
  private val Error = StructField("error", StringType)

  private val Always = Seq(
    StructField("name", StringType),
    StructField("length", LongType),
    StructField("etag", StringType),
    StructField("metadata", MapType(StringType, StringType))
  )

  /** The source columns of a query. */
  def of(query: StorletQuery): Seq[StructField] =
    if (query.keepsFailures) Always :+ Error else Always

  /** Whether a column is a source column of a query rather than one of the response. */
  def contains(query: StorletQuery, column: String): Boolean = of(query).exists(is(column))

  private def is(column: String)(field: StructField): Boolean =
    field.name == column.toLowerCase(Locale.ROOT)

  /** The columns of the response among those that the user specified.
    *
    * @throws IllegalArgumentException
    *   if one has a reserved name
    */
  def answers(query: StorletQuery, columns: StructType): StructType =
    StructType(columns.filter { field =>
      val conflict = of(query).find(is(field.name))
      conflict.filterNot(_.dataType == field.dataType).foreach { reserved =>
        throw new IllegalArgumentException(
          s"a storlet's rows cannot have a column ${field.name} of type ${field.dataType.sql}: " +
            s"${reserved.name} describes the object"
        )
      }
      conflict.isEmpty
    })

  /** The values of a query's source columns for an object whose storlet succeeded. */
  def values(file: PartitionedFile, answer: StorletAnswer): Map[String, Any] = {
    val metadata = ArrayBasedMapData(answer.metadata.asScala.toMap, text, text)
    ofFile(file) ++ Map("etag" -> text(answer.etag), "metadata" -> metadata)
  }

  /** The same for an object whose storlet failed. */
  def values(file: PartitionedFile, failure: Throwable): Map[String, Any] =
    ofFile(file) + (Error.name -> text(failure.getMessage))

  private def ofFile(file: PartitionedFile): Map[String, Any] =
    Map("name" -> text(file.toPath.toString), "length" -> file.fileSize)

  private val text: Any => UTF8String = value => UTF8String.fromString(value.toString)
}
