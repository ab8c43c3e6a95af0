package io.headwater.spark.pushdown

import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** A format of files of which a store can answer rows. */
trait PushableFormat {

  /** The storlet that reads it. */
  def storlet: String

  /** Spark's format. */
  def plain: FileFormat

  /** Whether Spark reads it by this format. */
  def is(format: FileFormat): Boolean = format.getClass == plain.getClass

  /** The same format, but that its reader asks the store.
    *
    * @param limit
    *   how many rows of a split are enough, if not all are wanted
    */
  def asking(metrics: ReadMetrics, limit: Option[Int]): FileFormat

  /** The same format, but that its reader asks the store for partial aggregates of the rows, where
    * the plan says that it can be asked for them.
    */
  def aggregating(aggregate: PushedAggregate, metrics: ReadMetrics): FileFormat

  /** What of a scan the store can do. */
  def plan(
      conf: SQLConf,
      options: Map[String, String],
      schema: StructType,
      required: StructType,
      filters: Seq[Filter]
  ): StorePlan
}
