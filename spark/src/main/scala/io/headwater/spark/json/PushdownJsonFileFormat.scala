package io.headwater.spark.json

import io.headwater.spark.pushdown.{AskingFormat, ReadMetrics}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** Spark's JSON format, whose reader asks the store for the members and lines that are wanted. What
  * cannot be asked for is read as Spark does.
  */
class PushdownJsonFileFormat(metrics: ReadMetrics, override val limit: Option[Int])
    extends JsonFileFormat
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
    val parsed = JsonPlan.options(sql, options)
    val plan = new JsonPlan(sql, parsed, dataSchema, required, filters)
    if (plan.obstacle.isDefined)
      super.buildReader(session, dataSchema, partitionSchema, required, filters, options, conf)
    else {
      ExprUtils.verifyColumnNameOfCorruptRecord(dataSchema, parsed.columnNameOfCorruptRecord)
      val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
      new JsonSplitReader(plan.query(metrics, limit), shared)
    }
  }
}
