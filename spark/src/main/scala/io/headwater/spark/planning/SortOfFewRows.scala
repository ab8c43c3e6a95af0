package io.headwater.spark.planning

import io.headwater.spark.pushdown.PushdownFileFormat
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.RangePartitioning
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec
import org.apache.spark.sql.execution.aggregate.{HashAggregateExec, SortAggregateExec}
import org.apache.spark.sql.execution.exchange.{ENSURE_REQUIREMENTS, ShuffleExchangeExec}
import org.apache.spark.sql.internal.SQLConf

/** Sorts in one task the few groups that a query computes from the store's responses.
  *
  * Spark sorts by ranges. One job samples the ranges, another distributes the rows, and a third
  * sorts. The groups are computed twice. For a few megabytes this takes longer than the sort.
  * Adaptive execution applies this rule each time a stage ends, when the stage's size in bytes is
  * known.
  *
  * The number of partitions may affect a result, and the evaluated keys may affect an error. The
  * rule therefore changes only the last sort of a query. That sort must use existing columns. No
  * expression above it may depend on partitions or on the number of groups in a task.
  */
object SortOfFewRows extends Rule[SparkPlan] {

  /** One task sorts up to this many times Spark's minimum partition size. */
  private val LeastPartitions = 8

  override def apply(plan: SparkPlan): SparkPlan = plan match {
    case sort: SortExec => sortInOneTask(sort)
    case project @ ProjectExec(columns, sort: SortExec) if columns.forall(_.deterministic) =>
      project.copy(child = sortInOneTask(sort))
    case _ => plan
  }

  private def sortInOneTask(sort: SortExec): SortExec = sort match {
    case SortExec(keys, true, shuffle: ShuffleExchangeExec, _)
        if isSortsOwn(shuffle) && keys.forall(_.child.isInstanceOf[Attribute]) &&
          isStable(keys) && coalescesSmallPartitions && isSmall(shuffle.child) =>
      sort.copy(child = CoalesceExec(1, shuffle.child))
    case _ => sort
  }

  /** Whether Spark added the exchange for a sort, rather than a user by `repartition`. */
  private def isSortsOwn(shuffle: ShuffleExchangeExec): Boolean =
    shuffle.shuffleOrigin == ENSURE_REQUIREMENTS &&
      shuffle.outputPartitioning.isInstanceOf[RangePartitioning]

  /** Whether rows with equal keys keep their order. Spark sorts a single number by radix sort. With
    * nulls that sort is not stable, so ranges would give another order.
    */
  private def isStable(keys: Seq[SortOrder]): Boolean = keys match {
    case Seq(key) => !key.nullable || !SortPrefixUtils.canSortFullyWithPrefix(key)
    case _        => true
  }

  /** Whether Spark coalesces small partitions of a query's last stage. False for a cached frame. */
  private def coalescesSmallPartitions: Boolean =
    conf.coalesceShufflePartitionsEnabled &&
      conf.getConf(SQLConf.ADAPTIVE_EXECUTION_APPLY_FINAL_STAGE_SHUFFLE_OPTIMIZATIONS) &&
      conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_NUM).isEmpty

  /** Whether the rows come from a small stage that read the store's responses, and are no longer
    * than its rows. Excludes `ObjectHashAggregateExec`, because its lists change their order if a
    * task has many groups.
    */
  private def isSmall(rows: SparkPlan): Boolean = rows match {
    case stage: ShuffleQueryStageExec =>
      stage.isMaterialized && stage.plan.exists(readsFromStore) &&
      stage.getRuntimeStatistics.sizeInBytes <=
        LeastPartitions * conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_SIZE)
    case ProjectExec(columns, below)  => isNoLonger(columns) && isSmall(below)
    case FilterExec(condition, below) => condition.deterministic && isSmall(below)
    case SortExec(_, false, below, _) => isSmall(below)
    case groups: HashAggregateExec => isNoLonger(groups.resultExpressions) && isSmall(groups.child)
    case groups: SortAggregateExec => isNoLonger(groups.resultExpressions) && isSmall(groups.child)
    case _                         => false
  }

  private def readsFromStore(plan: SparkPlan): Boolean = plan match {
    case scan: FileSourceScanExec => scan.relation.fileFormat.isInstanceOf[PushdownFileFormat]
    case _                        => false
  }

  /** Whether every value of variable length is an unchanged input value. */
  private def isNoLonger(columns: Seq[NamedExpression]): Boolean = columns.forall {
    case _: Attribute           => true
    case Alias(_: Attribute, _) => true
    case other                  => other.deterministic && UnsafeRow.isFixedLength(other.dataType)
  }
}
