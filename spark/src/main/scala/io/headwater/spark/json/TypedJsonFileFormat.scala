package io.headwater.spark.json

import io.headwater.spark.pushdown.ReadMetrics
import io.headwater.spark.typed.TypedFileFormat

/** Spark's JSON format with a reader of typed answers. */
class TypedJsonFileFormat(metrics: ReadMetrics, limit: Option[Int])
    extends PushdownJsonFileFormat(metrics, limit)
    with TypedFileFormat
