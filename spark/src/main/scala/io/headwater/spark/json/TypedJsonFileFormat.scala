package io.headwater.spark.json

import io.headwater.spark.pushdown.ReadMetrics
import io.headwater.spark.typed.TypedFileFormat

/** Spark's JSON format with a reader of typed answers.
  *
  * @param pushesSplittable
  *   whether the store also reads compressed files that Spark would split
  */
class TypedJsonFileFormat(
    metrics: ReadMetrics,
    limit: Option[Int],
    override protected val pushesSplittable: Boolean
) extends PushdownJsonFileFormat(metrics, limit)
    with TypedFileFormat
