package org.apache.spark.sql.headwater

import org.apache.spark.SparkException
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.Aggregate
import org.apache.spark.sql.classic
import org.apache.spark.sql.types.StructType

/** Spark internals that Spark 3.5 has in another form. */
object LineInternals {

  /** The server has classic sessions only, also for Spark Connect. */
  type ClassicSession = classic.SparkSession

  /** Whether Spark aggregates these groups in a hash table, without sorting them. */
  def hashesGroups(buffers: Seq[Attribute], groups: Seq[Expression]): Boolean =
    Aggregate.supportsHashAggregate(buffers, groups)

  /** Whether Spark's CSV parser reads only the needed columns. */
  def prunesCsvColumns(options: CSVOptions, required: StructType): Boolean =
    options.isColumnPruningEnabled(required)

  /** The name of a failure, such as FAILED_READ_FILE. */
  def condition(failure: SparkException): String = failure.getCondition
}
