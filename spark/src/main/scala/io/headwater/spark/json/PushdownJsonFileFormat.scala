package io.headwater.spark.json

import io.headwater.spark.pushdown.{PushdownFileFormat, PushableFormat, ReadMetrics}
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat

/** Spark's JSON format with a reader that pushes down to the store. */
class PushdownJsonFileFormat(
    override protected val metrics: ReadMetrics,
    override val limit: Option[Int]
) extends JsonFileFormat
    with PushdownFileFormat {
  override protected def format: PushableFormat = JsonFormat
}
