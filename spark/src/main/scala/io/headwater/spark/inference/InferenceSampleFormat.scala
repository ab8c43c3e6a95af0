package io.headwater.spark.inference

import io.headwater.spark.pushdown.StoreCall
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** The lines of files from which columns are inferred: a sample if the store selected one,
  * otherwise all lines of a split. Files are split as Spark splits text, because inference depends
  * on which lines one task reads.
  *
  * @param query
  *   identifies the query
  * @param separator
  *   the line separator
  */
class InferenceSampleFormat(val query: String, call: StoreCall, separator: Option[Array[Byte]])
    extends TextFileFormat {
  override def buildReader(
      session: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      required: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    new InferenceSampleReader(query, call, separator, shared)
  }

  /** Compares queries. Spark's text format equals any other of its class. */
  override def equals(other: Any): Boolean = other match {
    case that: InferenceSampleFormat => query == that.query
    case _                           => false
  }

  override def hashCode: Int = query.hashCode
}
