package io.headwater.spark.csv

import io.headwater.spark.pushdown.{PushdownFileFormat, PushableFormat, ReadMetrics}
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat

/** Spark's CSV format with a reader that pushes down to the store. */
class PushdownCsvFileFormat(
    override protected val metrics: ReadMetrics,
    override val limit: Option[Int]
) extends CSVFileFormat
    with PushdownFileFormat {
  override protected def format: PushableFormat = CsvFormat
}
