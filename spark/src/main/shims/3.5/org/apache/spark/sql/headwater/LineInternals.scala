package org.apache.spark.sql.headwater

import org.apache.spark.SparkException
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.Aggregate
import org.apache.spark.sql.types.StructType

/** Spark internals that Spark 4 has in another form. */
object LineInternals {

  /** Spark 3.5's server has one class of sessions. */
  type ClassicSession = SparkSession

  /** Whether Spark aggregates these groups in a hash table, without sorting them. Spark 3.5 has no
    * type of groups that it must sort.
    */
  def hashesGroups(buffers: Seq[Attribute], groups: Seq[Expression]): Boolean =
    Aggregate.supportsHashAggregate(buffers)

  /** Whether Spark's CSV parser reads only the needed columns, which Spark 3.5 decides without them. */
  def prunesCsvColumns(options: CSVOptions, required: StructType): Boolean =
    options.isColumnPruningEnabled

  /** The name of a failure, such as FAILED_READ_FILE. */
  def condition(failure: SparkException): String = failure.getErrorClass
}
