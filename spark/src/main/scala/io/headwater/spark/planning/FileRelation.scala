package io.headwater.spark.planning

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}

/** Matches a relation of files, with its plan's node. */
object FileRelation {
  def unapply(plan: LogicalPlan): Option[(LogicalRelation, HadoopFsRelation)] = plan match {
    case relation: LogicalRelation =>
      relation.relation match {
        case files: HadoopFsRelation => Some(relation -> files)
        case _                       => None
      }
    case _ => None
  }

  /** Those of the columns that folders' names have. */
  def partitions(output: Seq[Attribute], files: HadoopFsRelation): AttributeSet =
    AttributeSet(output.filter(column => files.partitionSchema.fieldNames.contains(column.name)))
}
