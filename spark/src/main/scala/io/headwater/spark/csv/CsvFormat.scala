package io.headwater.spark.csv

import io.headwater.spark.pushdown.{
  PushableFormat,
  PushedAggregate,
  ReadMetrics,
  StorePlan,
  StorletNames
}
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** CSV files, read by the storlet `csv`. */
object CsvFormat extends PushableFormat {
  override def storlet: String = StorletNames.Csv

  override def plain: FileFormat = new CSVFileFormat

  override def withPushdown(metrics: ReadMetrics, limit: Option[Int]): FileFormat =
    new PushdownCsvFileFormat(metrics, limit)

  override def withAggregate(aggregate: PushedAggregate, metrics: ReadMetrics): FileFormat =
    new CsvAggregateFormat(aggregate, metrics)

  override def plan(
      conf: SQLConf,
      options: Map[String, String],
      schema: StructType,
      required: StructType,
      filters: Seq[Filter]
  ): StorePlan = new CsvPlan(conf, CsvPlan.options(conf, options), schema, required, filters)
}
