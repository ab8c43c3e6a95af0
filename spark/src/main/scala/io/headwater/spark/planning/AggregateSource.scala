package io.headwater.spark
package planning

import io.headwater.spark.pushdown.{ColumnKind, PushedAggregate, StoreFunction, StoreGroup}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.headwater.{LineInternals, SparkInternals}

/** The files below an aggregate, with the projections and filters between them.
  *
  * @param output
  *   the files' columns
  * @param projects
  *   the columns as the aggregate sees them
  * @param filters
  *   the filters on the rows
  * @param floatingSums
  *   whether floating-point numbers may be added in another order than Spark's
  */
class AggregateSource(
    output: Seq[Attribute],
    files: HadoopFsRelation,
    projects: Seq[NamedExpression],
    filters: Seq[Expression],
    floatingSums: Boolean
) {
  private val partitions = FileRelation.partitions(output, files)
  private val data = output.filter { column =>
    files.dataSchema.fieldNames.contains(column.name) && !partitions.contains(column)
  }
  private val aliases = AttributeMap(projects.collect { case alias: Alias =>
    alias.toAttribute -> alias.child
  })

  /** The request to a storlet, if it can compute the complete aggregate. */
  def pushed(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression]
  ): Option[PushedAggregate] = {
    val storeGroups = groups.filterNot(isPartition).map(group)
    val storeFunctions = functions.map(function)
    val parts = storeGroups ++ storeFunctions
    Option
      .when(
        parts.forall(_.isDefined) && conditions
          .forall(isPushable) && preservesFirst(groups, functions)
      ) {
        val pushedGroups = storeGroups.flatten
        val pushedFunctions = storeFunctions.flatten
        val requiredColumns = AttributeSet(
          pushedGroups.map(_._1.column) ++ pushedFunctions.flatMap(_._1.calls.flatMap(_._2)) ++
            conditions.flatMap(_.references)
        )
        PushedAggregate(
          data.filter(requiredColumns.contains),
          conditions,
          pushedGroups,
          pushedFunctions
        )
      }
      .filter(_.columns.forall(column => ColumnKind.of(column.dataType).isDefined))
  }

  /** Whether Spark would find a group's first row first. If Spark sorts rows by group, it finds
    * another row.
    */
  private def preservesFirst(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression]
  ): Boolean = {
    val aggregateFunctions = functions.map(_.aggregateFunction)
    !aggregateFunctions.exists(_.isInstanceOf[First]) ||
    LineInternals.hashesGroups(aggregateFunctions.flatMap(_.aggBufferAttributes), groups)
  }

  /** Excludes filters on partition columns only, because every row of the selected files fulfils
    * them.
    */
  private val conditions: Seq[Expression] =
    filters.filterNot(f => f.references.nonEmpty && f.references.subsetOf(partitions))

  private def isPushable(filter: Expression): Boolean =
    filter.references.subsetOf(AttributeSet(data)) && SparkInternals.translate(filter).isDefined

  private def isPartition(group: NamedExpression): Boolean = partitions.contains(group.toAttribute)

  private def group(named: NamedExpression): Option[(StoreGroup, Expression)] = {
    val expression = resolve(named match {
      case alias: Alias => alias.child
      case other        => other
    })
    StoreGroup.of(expression).filter(found => isData(found.column)).map(_ -> expression)
  }

  private def function(
      expression: AggregateExpression
  ): Option[(StoreFunction, DeclarativeAggregate)] = expression match {
    case AggregateExpression(function: DeclarativeAggregate, _, false, None, _) =>
      val resolvedFunction = function.mapChildren(resolve).asInstanceOf[DeclarativeAggregate]
      StoreFunction
        .of(resolvedFunction, floatingSums)
        .filter(_.calls.flatMap(_._2).forall(isData))
        .map(_ -> resolvedFunction)
    case _ => None
  }

  private def isData(column: Attribute): Boolean = AttributeSet(data).contains(column)

  private def resolve(expression: Expression): Expression = expression.transform {
    case column: Attribute => aliases.getOrElse(column, column)
  }
}
