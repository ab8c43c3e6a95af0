package io.headwater.spark.csv

import io.headwater.spark.pushdown.{PushableFormat, ReadMetrics}
import org.apache.spark.sql.execution.datasources.{FileFormat, HadoopFsRelation}
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** CSV files, by the storlet `csv`. */
object CsvFormat extends PushableFormat {
  override def storlet: String = "csv"

  override def is(format: FileFormat): Boolean = format.getClass == classOf[CSVFileFormat]

  override def asking(metrics: ReadMetrics): FileFormat = new PushdownCsvFileFormat(metrics)

  override def told(
      conf: SQLConf,
      files: HadoopFsRelation,
      required: StructType,
      filters: Seq[Filter]
  ): Seq[(String, String)] = {
    val options = CsvPlan.options(conf, files.options)
    new CsvPlan(conf, options, files.dataSchema, required, filters).told
  }
}
