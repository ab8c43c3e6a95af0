package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.plans.physical.RangePartitioning
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{ENSURE_REQUIREMENTS, ShuffleExchangeExec}
import org.apache.spark.sql.internal.SQLConf._

/** Sorts what aggregates of the store have left small where it is, in the one task that reads it.
  *
  * Spark sorts by ranges: a job finds them by a sample, another sends the rows to them, a third
  * sorts; of an answer of a few kilobytes these take longer than the store took for it. Spark's
  * adaptive execution asks this rule each time that a stage has ended, and knows then how many
  * bytes it left. Only what Spark would make one partition of anyhow stays one.
  */
object SortOfFewRows extends Rule[SparkPlan] {
  override def apply(plan: SparkPlan): SparkPlan =
    if (makesSmallOnesOne) plan.transformUp {
      case sort @ SortExec(_, true, ShuffleExchangeExec(_: RangePartitioning, rows, origin, _), _)
          if origin == ENSURE_REQUIREMENTS && isSmall(rows) =>
        sort.copy(child = CoalesceExec(1, rows))
    }
    else plan

  private def makesSmallOnesOne: Boolean =
    conf.coalesceShufflePartitionsEnabled &&
      conf.getConf(COALESCE_PARTITIONS_MIN_PARTITION_NUM).isEmpty

  /** Whether rows are of a small stage that the store answered, and no more than it had. */
  private def isSmall(rows: SparkPlan): Boolean = rows match {
    case stage: ShuffleQueryStageExec =>
      stage.isMaterialized && stage.plan.exists(_.isInstanceOf[StoreReadExec]) &&
      stage.getRuntimeStatistics.sizeInBytes <= conf.getConf(COALESCE_PARTITIONS_MIN_PARTITION_SIZE)
    case _: ProjectExec | _: FilterExec | _: BaseAggregateExec => isSmall(rows.children.head)
    case _                                                     => false
  }
}
