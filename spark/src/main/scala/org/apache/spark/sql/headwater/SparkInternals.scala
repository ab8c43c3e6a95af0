package org.apache.spark.sql.headwater

import org.apache.arrow.memory.BufferAllocator
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.DataSourceStrategy
import org.apache.spark.sql.internal.{SQLConf, SessionState}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.util.ArrowUtils

/** Spark internals that Headwater needs. */
object SparkInternals {

  /** The data source filter for an expression, or None if there is none. */
  def translate(expression: Expression): Option[Filter] =
    DataSourceStrategy.translateFilter(expression, supportNestedPredicatePushdown = false)

  /** The settings of a session. */
  def sqlConf(session: SparkSession): SQLConf = state(session).conf

  /** Hadoop's settings of a session, with the options of a read. */
  def hadoopConf(session: SparkSession, options: Map[String, String]): Configuration =
    state(session).newHadoopConfWithOptions(options)

  /** A new allocator of Arrow's memory. Spark's own is its parent.
    *
    * @param name
    *   its name in messages
    * @param limit
    *   the bytes that it allocates at most
    */
  def arrowAllocator(name: String, limit: Long): BufferAllocator =
    ArrowUtils.rootAllocator.newChildAllocator(name, 0, limit)

  private def state(session: SparkSession): SessionState =
    session.asInstanceOf[LineInternals.ClassicSession].sessionState
}
