package io.headwater.spark.json

import io.headwater.spark.pushdown._
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat

/** Reads JSON lines as partial aggregates of their rows. */
class JsonAggregateFormat(
    override val aggregate: PushedAggregate,
    override protected val metrics: ReadMetrics
) extends JsonFileFormat
    with AggregatingFormat {
  override protected def format: PushableFormat = JsonFormat
}
