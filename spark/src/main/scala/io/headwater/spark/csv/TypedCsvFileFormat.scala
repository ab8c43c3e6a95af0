package io.headwater.spark.csv

import io.headwater.spark.pushdown.ReadMetrics
import io.headwater.spark.typed.TypedFileFormat

/** Spark's CSV format with a reader of typed answers. */
class TypedCsvFileFormat(metrics: ReadMetrics, limit: Option[Int])
    extends PushdownCsvFileFormat(metrics, limit)
    with TypedFileFormat
