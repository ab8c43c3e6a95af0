package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.RangePartitioning
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{ENSURE_REQUIREMENTS, ShuffleExchangeExec}
import org.apache.spark.sql.internal.SQLConf

/** Sorts in one task what a query makes of the few groups that the store has answered.
  *
  * Spark sorts by ranges: a job finds them by a sample, another sends the rows to them, a third
  * sorts; of an answer of a few kilobytes these take longer than the store took for it. Spark's
  * adaptive execution asks this rule each time that a stage has ended, and knows then how many
  * bytes it left.
  *
  * An answer may hang on how many partitions it has, and an error on which keys are looked at. So
  * only the last sort of a query is one task, by columns that are there, where Spark, whose ranges
  * it would join afterwards, makes one partition as well.
  */
object SortOfFewRows extends Rule[SparkPlan] {
  override def apply(plan: SparkPlan): SparkPlan = plan match {
    case sort: SortExec                           => inOneTask(sort)
    case project @ ProjectExec(_, sort: SortExec) => project.copy(child = inOneTask(sort))
    case _                                        => plan
  }

  private def inOneTask(sort: SortExec): SortExec = sort match {
    case SortExec(keys, true, ShuffleExchangeExec(_: RangePartitioning, rows, origin, _), _)
        if origin == ENSURE_REQUIREMENTS && keys.forall(_.child.isInstanceOf[Attribute]) &&
          joinsSmallOnes && isSmall(rows) =>
      sort.copy(child = CoalesceExec(1, rows))
    case _ => sort
  }

  /** Whether Spark joins small partitions of a query's last stage; not of a cached frame's. */
  private def joinsSmallOnes: Boolean =
    conf.coalesceShufflePartitionsEnabled &&
      conf.getConf(SQLConf.ADAPTIVE_EXECUTION_APPLY_FINAL_STAGE_SHUFFLE_OPTIMIZATIONS) &&
      conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_NUM).isEmpty

  /** Whether rows come of a small stage that read groups of the store, and are no longer than
    * these.
    *
    * Half of what Spark joins: it counts what it has written of them, with blocks' heads, and
    * rounded up.
    */
  private def isSmall(rows: SparkPlan): Boolean = rows match {
    case stage: ShuffleQueryStageExec =>
      stage.isMaterialized && stage.plan.exists(readsGroups) &&
      2 * stage.getRuntimeStatistics.sizeInBytes <=
        conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_SIZE)
    case ProjectExec(columns, below)  => isNoLonger(columns) && isSmall(below)
    case FilterExec(_, below)         => isSmall(below)
    case aggregate: BaseAggregateExec =>
      isNoLonger(aggregate.resultExpressions) && isSmall(aggregate.child)
    case _ => false
  }

  private def readsGroups(plan: SparkPlan): Boolean = plan match {
    case scan: FileSourceScanExec => scan.relation.fileFormat.isInstanceOf[AggregatingFormat]
    case _                        => false
  }

  /** Whether texts and the like are those that come in. */
  private def isNoLonger(columns: Seq[NamedExpression]): Boolean = columns.forall {
    case _: Attribute           => true
    case Alias(_: Attribute, _) => true
    case other                  => UnsafeRow.isFixedLength(other.dataType)
  }
}
