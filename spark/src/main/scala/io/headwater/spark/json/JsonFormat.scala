package io.headwater.spark.json

import io.headwater.spark.pushdown.{PushableFormat, ReadMetrics}
import org.apache.spark.sql.execution.datasources.{FileFormat, HadoopFsRelation}
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** JSON lines, by the storlet `jsonl`. */
object JsonFormat extends PushableFormat {
  override def storlet: String = "jsonl"

  override def is(format: FileFormat): Boolean = format.getClass == classOf[JsonFileFormat]

  override def asking(metrics: ReadMetrics): FileFormat = new PushdownJsonFileFormat(metrics)

  override def told(
      conf: SQLConf,
      files: HadoopFsRelation,
      required: StructType,
      filters: Seq[Filter]
  ): Seq[(String, String)] = {
    val options = JsonPlan.options(conf, files.options)
    new JsonPlan(conf, options, files.dataSchema, required, filters).told
  }
}
