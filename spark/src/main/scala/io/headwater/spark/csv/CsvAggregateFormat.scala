package io.headwater.spark.csv

import com.fasterxml.jackson.databind.node.IntNode
import io.headwater.spark.pushdown.{AggregatingFormat, PushedAggregate, ReadMetrics}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** CSV files as partial aggregates of their rows. */
class CsvAggregateFormat(override val aggregate: PushedAggregate, metrics: ReadMetrics)
    extends CSVFileFormat
    with AggregatingFormat {

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
    val required = aggregate.required(dataSchema)
    val plan = new CsvPlan(sql, parsed, dataSchema, required, filters)
    val document = aggregate.document(column => IntNode.valueOf(plan.number(column.name)))
    ExprUtils.verifyColumnNameOfCorruptRecord(dataSchema, parsed.columnNameOfCorruptRecord)
    val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    val query = plan.query(metrics, "aggregate" -> document.toString)
    new CsvAggregateReader(query, aggregate, shared)
  }
}
