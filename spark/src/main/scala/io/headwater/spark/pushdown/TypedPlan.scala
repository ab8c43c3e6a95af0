package io.headwater.spark.pushdown

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** How a scan is read from typed answers. */
trait TypedPlan {

  /** The format of the scan. Its reader is this plan's.
    *
    * @param limit
    *   the number of rows of a split that suffice, if not all are needed
    */
  def format(metrics: ReadMetrics, limit: Option[Int]): FileFormat

  /** A reader that pushes down splits. */
  def reader(
      metrics: ReadMetrics,
      limit: Option[Int],
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[ColumnarBatch]
}
