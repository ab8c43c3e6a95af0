package io.headwater.spark.csv

import io.headwater.spark.pushdown.{AskingFormat, PushedAggregate, ReadMetrics}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** CSV files as partial aggregates of their rows. The schema that the reader is asked for is that
  * of the groups and of Spark's buffers.
  */
class PushdownAggregateFormat(val aggregate: PushedAggregate, metrics: ReadMetrics)
    extends CSVFileFormat
    with AskingFormat {
  override def limit: Option[Int] = None

  override def buildReader(
      session: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      partials: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sql = getSqlConf(session)
    val parsed = CsvPlan.options(sql, options)
    val required = StructType(aggregate.columns.map(column => dataSchema(column.name)))
    val plan = new CsvPlan(sql, parsed, dataSchema, required, filters)
    val document = aggregate.document(column => plan.number(column.name))
    val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    val query = plan.query(metrics, "aggregate" -> document.toString)
    new CsvAggregateReader(query, aggregate, shared)
  }

  /** Two scans are the same if they come to the same aggregates, whatever the metrics. */
  override def equals(other: Any): Boolean = other match {
    case that: PushdownAggregateFormat => aggregate == that.aggregate
    case _                             => false
  }

  override def hashCode: Int = aggregate.hashCode
}
