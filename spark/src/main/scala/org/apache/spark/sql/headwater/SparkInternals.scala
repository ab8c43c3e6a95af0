package org.apache.spark.sql.headwater

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.DataSourceStrategy
import org.apache.spark.sql.sources.Filter

/** What Spark keeps to its own packages, and Headwater needs. */
object SparkInternals {

  /** The filter that a reader of files is told of an expression; nothing if it can be told none. */
  def translate(expression: Expression): Option[Filter] =
    DataSourceStrategy.translateFilter(expression, supportNestedPredicatePushdown = false)
}
