package io.headwater.spark.csv

import io.headwater.spark.pushdown.ReadMetrics
import io.headwater.spark.typed.TypedFileFormat

/** Spark's CSV format with a reader of typed answers.
  *
  * @param pushesSplittable
  *   whether the store also reads compressed files that Spark would split
  */
class TypedCsvFileFormat(
    metrics: ReadMetrics,
    limit: Option[Int],
    override protected val pushesSplittable: Boolean
) extends PushdownCsvFileFormat(metrics, limit)
    with TypedFileFormat
