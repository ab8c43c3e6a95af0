package io.headwater.spark.pushdown

import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction
import org.apache.spark.sql.catalyst.plans.logical.{
  DeserializeToObject,
  LogicalPlan,
  MapInArrow,
  MapInPandas,
  Sample
}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelationWithTable}

/** Marks the files of queries whose answer does not hang on how Spark splits files: without
  * samples, functions that are of a row's partition, as `monotonically_increasing_id` and `rand`
  * are, and what hands whole partitions to a user's program.
  *
  * A planner's strategy sees a part of a query; this sees all of it, once it is optimised.
  */
object SplitsRule extends Rule[LogicalPlan] {
  // An option, not a tag of the node: queries of one frame share its nodes.
  private val Free = "headwater.splits.free"
  private val formats = Seq(CsvFormat, JsonFormat)

  override def apply(plan: LogicalPlan): LogicalPlan =
    if (plan.exists(hangsOnSplits)) plan
    else
      plan.transform {
        case relation @ LogicalRelationWithTable(files: HadoopFsRelation, _)
            if formats.exists(_.is(files.fileFormat)) =>
          val options = files.options + (Free -> "true")
          relation.copy(relation = files.copy(options = options)(files.sparkSession))
      }

  /** Whether files may be split otherwise. */
  def leavesFree(files: HadoopFsRelation): Boolean = files.options.contains(Free)

  private def hangsOnSplits(plan: LogicalPlan): Boolean = plan match {
    case _: Sample | _: MapInPandas | _: MapInArrow => true
    // An RDD of the rows, or a program's function of them.
    case _: DeserializeToObject => true
    case _                      => plan.expressions.exists(_.exists(isOfPartition))
  }

  /** Aggregates such as `first` hang on the order of rows, which stays. */
  private def isOfPartition(expression: Expression): Boolean =
    !expression.deterministic && expression.children.forall(_.deterministic) &&
      !expression.isInstanceOf[AggregateFunction]
}
