package org.apache.spark.sql.headwater

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.DataSourceStrategy
import org.apache.spark.sql.sources.Filter

/** Spark internals that Headwater needs. */
object SparkInternals {

  /** The data source filter for an expression, or None if there is none. */
  def translate(expression: Expression): Option[Filter] =
    DataSourceStrategy.translateFilter(expression, supportNestedPredicatePushdown = false)
}
