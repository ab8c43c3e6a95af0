package io.headwater.spark.pushdown

import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** A file format whose rows a store can return. */
trait PushableFormat {

  /** The storlet that reads the format. */
  def storlet: String

  /** Spark's format. */
  def plain: FileFormat

  /** Whether Spark reads it with this format. */
  def is(format: FileFormat): Boolean = format.getClass == plain.getClass

  /** The same format with a reader that pushes down to the store.
    *
    * @param limit
    *   the number of rows of a split that suffice, if not all are needed
    */
  def withPushdown(metrics: ReadMetrics, limit: Option[Int]): FileFormat

  /** The same format with a reader that requests partial aggregates from the store. Requires a plan
    * that allows aggregates.
    */
  def withAggregate(aggregate: PushedAggregate, metrics: ReadMetrics): FileFormat

  /** What the store can do for a scan. */
  def plan(
      conf: SQLConf,
      options: Map[String, String],
      schema: StructType,
      required: StructType,
      filters: Seq[Filter]
  ): StorePlan
}
