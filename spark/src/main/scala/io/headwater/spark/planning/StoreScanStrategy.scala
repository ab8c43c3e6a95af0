package io.headwater.spark.planning

import io.headwater.spark.pushdown.{ObjectFileIndex, PushableFormat, ReadMetrics, StorePlan}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{AttributeSet, Expression, IntegerLiteral}
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.headwater.SparkInternals

/** Plans scans of Headwater paths as Spark does, including partition pruning and splits. The plan
  * leaves out objects without a matching row, and its format pushes down to the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ReturnAnswer(LimitAndOffset(rows, offset, child)) =>
      limitedScan(child, rows).map(CollectLimitExec(rows, _, offset))
    case ReturnAnswer(OffsetAndLimit(offset, more, child)) =>
      limitedScan(child, offset + more).map(CollectLimitExec(offset + more, _, offset))
    case ReturnAnswer(Limit(IntegerLiteral(rows), child)) =>
      limitedScan(child, rows).map(CollectLimitExec(rows, _))
    case LocalLimit(IntegerLiteral(rows), child) =>
      limitedScan(child, rows).map(LocalLimitExec(rows, _))
    case ScanOperation(_, _, filters, FileRelation(_, files)) =>
      val skipping = Skipping.of(session, files, filters)
      scans.format(files) match {
        case Some(format)          => pushdownScan(plan, format, None, skipping)
        case None if skipping.isOn =>
          planScan(plan, files.fileFormat, skipping, Map.empty)(_ -> Nil)
        case None => Nil
      }
    case _ => Nil
  }

  /** A scan that may end early, because the store evaluates every filter. */
  private def limitedScan(plan: LogicalPlan, rows: Int): Seq[SparkPlan] = plan match {
    case ScanOperation(_, Nil, filters, FileRelation(relation, files))
        if filters.forall(isComplete(_, FileRelation.partitions(relation.output, files))) =>
      scans
        .format(files)
        .toSeq
        .flatMap(pushdownScan(plan, _, Some(rows), Skipping.of(session, files, filters)))
    case _ => Nil
  }

  /** Whether a scan has the complete filter. If a filter has columns of partitions and of files,
    * Spark gives the scan a weaker one, or none.
    */
  private def isComplete(filter: Expression, partitions: AttributeSet): Boolean = {
    val used = filter.references
    (used.subsetOf(partitions) || used.intersect(partitions).isEmpty) &&
    SparkInternals.translate(filter).isDefined
  }

  private def pushdownScan(
      plan: LogicalPlan,
      format: PushableFormat,
      limit: Option[Int],
      skipping: Skipping
  ): Seq[SparkPlan] = {
    val metrics = ReadMetrics(session.sparkContext)
    planScan(plan, format.withPushdown(metrics, limit), skipping, metrics.byName) { scan =>
      val storePlan = planOf(scan, format)
      val scanFormat =
        if (isUnpushed(scan, storePlan)) format.plain
        else
          storePlan.typed
            .filter(_ => storePlan.answersTyped)
            .fold(scan.relation.fileFormat)(_.format(metrics, limit))
      (withFormat(scan, scanFormat), storePlan.describe(limit))
    }
  }

  /** Whether the scan is not pushed down, which leaves the splits to Spark. The values of
    * subqueries may be pushed down.
    */
  private def isUnpushed(scan: FileSourceScanExec, storePlan: StorePlan): Boolean =
    storePlan.obstacle.isDefined && !scan.dataFilters.exists(Skipping.isDynamic)

  private def withFormat(scan: FileSourceScanExec, format: FileFormat): FileSourceScanExec =
    scan.copy(relation = scan.relation.copy(fileFormat = format)(session))

  /** @param read the scan to plan, and what `EXPLAIN` shows for it */
  private def planScan(
      plan: LogicalPlan,
      format: FileFormat,
      skipping: Skipping,
      taskMetrics: Map[String, SQLMetric]
  )(read: FileSourceScanExec => (FileSourceScanExec, Seq[(String, String)])): Seq[SparkPlan] =
    FileSourceStrategy(StoreScanStrategy.withFormat(plan, format, skipping)).map(_.transformUp {
      case scan: FileSourceScanExec =>
        val (scanNode, lines) = read(scan)
        StoreReadExec(scanNode, lines ++ skipping.describe(scan))(taskMetrics, skipping.metrics)
    })

  private def planOf(scan: FileSourceScanExec, format: PushableFormat): StorePlan = {
    val filters = scan.dataFilters.flatMap(SparkInternals.translate)
    val conf = SparkInternals.sqlConf(session)
    val files = scan.relation
    format.plan(conf, files.options, files.dataSchema, scan.requiredSchema, filters)
  }
}

object StoreScanStrategy {

  /** A plan that reads its files with another format. The files are those already listed, except
    * the skipped ones.
    */
  def withFormat(plan: LogicalPlan, format: FileFormat, skipping: Skipping): LogicalPlan =
    plan.transform { case FileRelation(relation, files) =>
      val location = ObjectFileIndex(skipping.files(files.location))
      relation.copy(relation =
        files.copy(location = location, fileFormat = format)(files.sparkSession)
      )
    }
}
