package io.headwater.spark.pushdown

import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The metrics of a scan in Spark's UI.
  *
  * @param bytesRead
  *   object bytes that storlets read
  * @param bytesReturned
  *   bytes that storlets returned
  * @param bytesKept
  *   bytes that storlets read and did not return
  * @param pushed
  *   parts of splits that storlets returned
  * @param plain
  *   parts of splits read without pushdown, because pushdown would not pay
  * @param refused
  *   requests that the store refused or did not accept
  * @param fallenBack
  *   parts of splits read without pushdown, because the store refused or failed
  */
class ReadMetrics private (
    val bytesRead: SQLMetric,
    val bytesReturned: SQLMetric,
    val bytesKept: SQLMetric,
    val pushed: SQLMetric,
    val plain: SQLMetric,
    val refused: SQLMetric,
    val fallenBack: SQLMetric
) extends Serializable {

  /** The metrics by their names in a plan's node. */
  def byName: Map[String, SQLMetric] = Map(
    "storeBytesRead" -> bytesRead,
    "storeBytesReturned" -> bytesReturned,
    "storeBytesKept" -> bytesKept,
    "splitsPushed" -> pushed,
    "splitsPlain" -> plain,
    "pushesRefused" -> refused,
    "splitsFallenBack" -> fallenBack
  )
}

object ReadMetrics {

  /** New metrics, all zero. */
  def apply(context: SparkContext): ReadMetrics = new ReadMetrics(
    SQLMetrics.createSizeMetric(context, "bytes read in the store"),
    SQLMetrics.createSizeMetric(context, "bytes returned by the store"),
    SQLMetrics.createSizeMetric(context, "bytes kept in the store"),
    SQLMetrics.createMetric(context, "splits pushed"),
    SQLMetrics.createMetric(context, "splits read without pushdown"),
    SQLMetrics.createMetric(context, "pushes refused"),
    SQLMetrics.createMetric(context, "splits fallen back")
  )
}
