package io.headwater.spark.pushdown

import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** What a scan counts for Spark's UI.
  *
  * @param bytesRead
  *   bytes of objects that storlets read
  * @param bytesReturned
  *   bytes that storlets answered
  * @param pushed
  *   parts of splits that storlets answered
  * @param plain
  *   parts of splits that were read plainly, since pushing them would not have paid
  * @param refused
  *   requests that the store refused, or did not take
  * @param fallenBack
  *   parts of splits that were read plainly, since the store refused or failed
  */
class ReadMetrics private (
    val bytesRead: SQLMetric,
    val bytesReturned: SQLMetric,
    val pushed: SQLMetric,
    val plain: SQLMetric,
    val refused: SQLMetric,
    val fallenBack: SQLMetric
) extends Serializable {

  /** By the names under which a plan's node has them. */
  def byName: Map[String, SQLMetric] = Map(
    "storeBytesRead" -> bytesRead,
    "storeBytesReturned" -> bytesReturned,
    "splitsPushed" -> pushed,
    "splitsPlain" -> plain,
    "pushesRefused" -> refused,
    "splitsFallenBack" -> fallenBack
  )
}

object ReadMetrics {

  /** New ones, all zero. */
  def apply(context: SparkContext): ReadMetrics = new ReadMetrics(
    SQLMetrics.createSizeMetric(context, "bytes read in the store"),
    SQLMetrics.createSizeMetric(context, "bytes returned by the store"),
    SQLMetrics.createMetric(context, "splits pushed"),
    SQLMetrics.createMetric(context, "splits read plainly"),
    SQLMetrics.createMetric(context, "pushes refused"),
    SQLMetrics.createMetric(context, "splits fallen back")
  )
}
