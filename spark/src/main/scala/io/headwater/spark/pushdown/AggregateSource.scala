package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical.Aggregate
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.headwater.SparkInternals

/** The files below an aggregate, and what stands between.
  *
  * @param output
  *   the files' columns
  * @param projects
  *   what the aggregate sees of them
  * @param filters
  *   what rows must fulfil
  * @param floatingSums
  *   whether floating numbers may be added in another order than Spark does
  */
class AggregateSource(
    output: Seq[Attribute],
    files: HadoopFsRelation,
    projects: Seq[NamedExpression],
    filters: Seq[Expression],
    floatingSums: Boolean
) {
  private val partitions = AttributeSet(
    output.filter(column => files.partitionSchema.fieldNames.contains(column.name))
  )
  private val data = output.filter { column =>
    files.dataSchema.fieldNames.contains(column.name) && !partitions.contains(column)
  }
  private val aliases = AttributeMap(projects.collect { case alias: Alias =>
    alias.toAttribute -> alias.child
  })

  /** What a storlet can be asked for, if it can be for all of an aggregate. */
  def pushed(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression]
  ): Option[PushedAggregate] = {
    val grouped = groups.filterNot(isPartition).map(group)
    val worked = functions.map(function)
    val parts = grouped ++ worked
    Option
      .when(
        parts.forall(_.isDefined) && conditions.forall(isPushable) && keepsFirst(groups, functions)
      ) {
        val asked = grouped.flatten
        val answered = worked.flatten
        val used = AttributeSet(
          asked.map(_._1.column) ++ answered.flatMap(_._1.asked.flatMap(_._2)) ++
            conditions.flatMap(_.references)
        )
        PushedAggregate(data.filter(used.contains), conditions, asked, answered)
      }
      .filter(_.columns.forall(column => ColumnKind.of(column.dataType).isDefined))
  }

  /** Whether Spark would find a group's first row first. Where it sorts rows by their groups, it
    * finds another one.
    */
  private def keepsFirst(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression]
  ): Boolean = {
    val made = functions.map(_.aggregateFunction)
    !made.exists(_.isInstanceOf[First]) ||
    Aggregate.supportsHashAggregate(made.flatMap(_.aggBufferAttributes), groups)
  }

  /** Filters of partition columns alone are fulfilled by all rows of the files that are read. */
  private val conditions: Seq[Expression] =
    filters.filterNot(f => f.references.nonEmpty && f.references.subsetOf(partitions))

  private def isPushable(filter: Expression): Boolean =
    filter.references.subsetOf(AttributeSet(data)) && SparkInternals.translate(filter).isDefined

  private def isPartition(group: NamedExpression): Boolean = partitions.contains(group.toAttribute)

  private def group(named: NamedExpression): Option[(StoreGroup, Expression)] = {
    val expression = resolved(named match {
      case alias: Alias => alias.child
      case other        => other
    })
    StoreGroup.of(expression).filter(found => isData(found.column)).map(_ -> expression)
  }

  private def function(
      expression: AggregateExpression
  ): Option[(StoreFunction, DeclarativeAggregate)] = expression match {
    case AggregateExpression(function: DeclarativeAggregate, _, false, None, _) =>
      val seen = function.mapChildren(resolved).asInstanceOf[DeclarativeAggregate]
      StoreFunction
        .of(seen, floatingSums)
        .filter(_.asked.flatMap(_._2).forall(isData))
        .map(_ -> seen)
    case _ => None
  }

  private def isData(column: Attribute): Boolean = AttributeSet(data).contains(column)

  private def resolved(expression: Expression): Expression = expression.transform {
    case column: Attribute => aliases.getOrElse(column, column)
  }
}
