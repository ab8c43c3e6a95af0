package io.headwater.spark.planning

import io.headwater.store.concurrent.RequestTally
import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import scala.reflect.ClassTag

/** The requests of a scan's tasks, for Spark's UI. */
class RequestMetrics private (sent: SQLMetric, failed: SQLMetric) extends Serializable {

  /** The metrics by their names in a plan's node. */
  def byName: Map[String, SQLMetric] = Map("requests" -> sent, "requestsFailed" -> failed)

  /** Counts the requests that reading these rows, or row batches, sends. */
  def count[T: ClassTag](rows: RDD[T]): RDD[T] =
    rows.mapPartitions(new Rows(_), preservesPartitioning = true)

  /** Scans open an object, and read its next part, in `hasNext`. */
  private class Rows[T](rows: Iterator[T]) extends Iterator[T] {
    override def hasNext: Boolean = {
      val tally = RequestTally.current
      val sentBefore = tally.sent
      val failedBefore = tally.failed
      try rows.hasNext
      finally
        if (tally.sent != sentBefore) {
          sent += tally.sent - sentBefore
          failed += tally.failed - failedBefore
        }
    }

    override def next(): T = rows.next()
  }
}

object RequestMetrics {

  /** New metrics, all zero. */
  def apply(context: SparkContext): RequestMetrics = new RequestMetrics(
    SQLMetrics.createMetric(context, "requests"),
    SQLMetrics.createMetric(context, "requests failed")
  )
}
