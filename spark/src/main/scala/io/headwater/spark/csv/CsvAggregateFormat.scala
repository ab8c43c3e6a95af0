package io.headwater.spark.csv

import io.headwater.spark.pushdown._
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat

/** Reads CSV files as partial aggregates of their rows. */
class CsvAggregateFormat(
    override val aggregate: PushedAggregate,
    override protected val metrics: ReadMetrics
) extends CSVFileFormat
    with AggregatingFormat {
  override protected def format: PushableFormat = CsvFormat
}
