package io.headwater.spark.csv

import io.headwater.spark.pushdown.{AskingFormat, ReadMetrics}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** Spark's CSV format, whose reader asks the store for the columns and rows that are wanted. What
  * cannot be asked for is read as Spark does.
  */
class PushdownCsvFileFormat(metrics: ReadMetrics, override val limit: Option[Int])
    extends CSVFileFormat
    with AskingFormat {

  override def buildReader(
      session: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      required: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sql = getSqlConf(session)
    val parsed = CsvPlan.options(sql, options)
    val plan = new CsvPlan(sql, parsed, dataSchema, required, filters)
    if (plan.obstacle.isDefined)
      super.buildReader(session, dataSchema, partitionSchema, required, filters, options, conf)
    else {
      ExprUtils.verifyColumnNameOfCorruptRecord(dataSchema, parsed.columnNameOfCorruptRecord)
      val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
      new CsvSplitReader(plan.query(metrics, limit), shared)
    }
  }
}
