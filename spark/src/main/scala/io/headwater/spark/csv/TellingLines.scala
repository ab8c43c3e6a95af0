package io.headwater.spark.csv

import io.headwater.spark.pushdown.{AskingFormat, StoreCall}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** The lines of files by which their columns can be told: those of which the store says so, or all
  * of a split.
  *
  * @param query
  *   tells queries apart
  */
class TellingLines(query: String, call: StoreCall) extends TextFileFormat with AskingFormat {
  override def limit: Option[Int] = None

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
    new TellingLinesReader(query, call, CsvPlan.options(getSqlConf(session), options), shared)
  }
}
