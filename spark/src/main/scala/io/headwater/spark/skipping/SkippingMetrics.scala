package io.headwater.spark.skipping

import io.headwater.fs.metrics.ProcessCounter
import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The skipped objects of a scan, for Spark's UI. */
class SkippingMetrics private (objects: SQLMetric, bytes: SQLMetric) {
  private var summary = "nothing"

  /** The metrics by their names in a plan's node. */
  def byName: Map[String, SQLMetric] = Map("objectsSkipped" -> objects, "bytesSkipped" -> bytes)

  /** What the last listing of files skipped, for `EXPLAIN`. */
  def text: String = summary

  private[skipping] def record(
      all: Seq[FileStatusWithMetadata],
      kept: Seq[FileStatusWithMetadata]
  ): Unit = {
    val allBytes = all.map(_.getLen).sum
    val skippedObjects = (all.length - kept.length).toLong
    val skippedBytes = allBytes - kept.map(_.getLen).sum
    objects.set(skippedObjects)
    bytes.set(skippedBytes)
    ProcessCounter.OBJECTS_SKIPPED.add(skippedObjects)
    ProcessCounter.BYTES_SKIPPED.add(skippedBytes)
    summary = s"$skippedObjects of ${all.length} objects, $skippedBytes of $allBytes bytes"
  }
}

object SkippingMetrics {

  /** New metrics, all zero. */
  def apply(context: SparkContext): SkippingMetrics = new SkippingMetrics(
    SQLMetrics.createMetric(context, "objects skipped"),
    SQLMetrics.createSizeMetric(context, "bytes skipped")
  )
}
