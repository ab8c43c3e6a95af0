package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.RangePartitioning
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec
import org.apache.spark.sql.execution.aggregate.{HashAggregateExec, SortAggregateExec}
import org.apache.spark.sql.execution.exchange.{ENSURE_REQUIREMENTS, ShuffleExchangeExec}
import org.apache.spark.sql.internal.SQLConf

/** Sorts in one task the few groups that a query makes of what the store has answered.
  *
  * Spark sorts by ranges: a job finds them by a sample, another sends the rows to them, a third
  * sorts, and the groups are worked out twice; of a few megabytes these take longer than the sort.
  * Spark's adaptive execution asks this rule each time that a stage has ended, and knows then how
  * many bytes it left.
  *
  * An answer may hang on how many partitions it has, and an error on which keys are looked at. So
  * only the last sort of a query is one task, by columns that are there, with nothing about it that
  * tells of partitions, or hangs on how many groups a task has.
  */
object SortOfFewRows extends Rule[SparkPlan] {

  /** So many of the least partitions that Spark leaves are sorted by one task. */
  private val LeastPartitions = 8

  override def apply(plan: SparkPlan): SparkPlan = plan match {
    case sort: SortExec => inOneTask(sort)
    case project @ ProjectExec(columns, sort: SortExec) if columns.forall(_.deterministic) =>
      project.copy(child = inOneTask(sort))
    case _ => plan
  }

  private def inOneTask(sort: SortExec): SortExec = sort match {
    case SortExec(keys, true, ShuffleExchangeExec(_: RangePartitioning, rows, origin, _), _)
        if origin == ENSURE_REQUIREMENTS && keys.forall(_.child.isInstanceOf[Attribute]) &&
          keepsTies(keys) && joinsSmallOnes && isSmall(rows) =>
      sort.copy(child = CoalesceExec(1, rows))
    case _ => sort
  }

  /** Whether rows of the same keys stay in their order. Spark sorts by a single number with radix
    * sort, which does not keep it where some are null, so that ranges make another one.
    */
  private def keepsTies(keys: Seq[SortOrder]): Boolean = keys match {
    case Seq(key) => !key.nullable || !SortPrefixUtils.canSortFullyWithPrefix(key)
    case _        => true
  }

  /** Whether Spark joins small partitions of a query's last stage; not of a cached frame's. */
  private def joinsSmallOnes: Boolean =
    conf.coalesceShufflePartitionsEnabled &&
      conf.getConf(SQLConf.ADAPTIVE_EXECUTION_APPLY_FINAL_STAGE_SHUFFLE_OPTIMIZATIONS) &&
      conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_NUM).isEmpty

  /** Whether rows come of a small stage that read what the store has answered, and are no longer
    * than its rows. Not those of `ObjectHashAggregateExec`, whose lists are in another order once a
    * task has many groups.
    */
  private def isSmall(rows: SparkPlan): Boolean = rows match {
    case stage: ShuffleQueryStageExec =>
      stage.isMaterialized && stage.plan.exists(asksStore) &&
      stage.getRuntimeStatistics.sizeInBytes <=
        LeastPartitions * conf.getConf(SQLConf.COALESCE_PARTITIONS_MIN_PARTITION_SIZE)
    case ProjectExec(columns, below)  => isNoLonger(columns) && isSmall(below)
    case FilterExec(condition, below) => condition.deterministic && isSmall(below)
    case SortExec(_, false, below, _) => isSmall(below)
    case groups: HashAggregateExec => isNoLonger(groups.resultExpressions) && isSmall(groups.child)
    case groups: SortAggregateExec => isNoLonger(groups.resultExpressions) && isSmall(groups.child)
    case _                         => false
  }

  private def asksStore(plan: SparkPlan): Boolean = plan match {
    case scan: FileSourceScanExec => scan.relation.fileFormat.isInstanceOf[AskingFormat]
    case _                        => false
  }

  /** Whether texts and the like are those that come in. */
  private def isNoLonger(columns: Seq[NamedExpression]): Boolean = columns.forall {
    case _: Attribute           => true
    case Alias(_: Attribute, _) => true
    case other                  => other.deterministic && UnsafeRow.isFixedLength(other.dataType)
  }
}
