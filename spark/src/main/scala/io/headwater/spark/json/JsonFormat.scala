package io.headwater.spark.json

import io.headwater.spark.pushdown.{
  PushableFormat,
  PushedAggregate,
  ReadMetrics,
  StorePlan,
  StorletNames
}
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** JSON lines, read by the storlet `jsonl`. */
object JsonFormat extends PushableFormat {
  override def storlet: String = StorletNames.Jsonl

  override def plain: FileFormat = new JsonFileFormat

  override def withPushdown(metrics: ReadMetrics, limit: Option[Int]): FileFormat =
    new PushdownJsonFileFormat(metrics, limit)

  override def withAggregate(aggregate: PushedAggregate, metrics: ReadMetrics): FileFormat =
    new JsonAggregateFormat(aggregate, metrics)

  override def plan(
      conf: SQLConf,
      options: Map[String, String],
      schema: StructType,
      required: StructType,
      filters: Seq[Filter]
  ): StorePlan = new JsonPlan(conf, JsonPlan.options(conf, options), schema, required, filters)
}
