package io.headwater.spark.planning

import io.headwater.spark.pushdown.{
  ObjectFileIndex,
  PushableFormat,
  ReadMetrics,
  StorePlan,
  StoreReadExec
}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.IntegerLiteral
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper

/** Plans scans of Headwater paths as Spark does, including partition pruning and splits. The plan
  * leaves out objects without a matching row, and its format pushes down to the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ReturnAnswer(LimitAndOffset(rows, offset, child)) =>
      limited(child, rows).map(CollectLimitExec(rows, _, offset))
    case ReturnAnswer(OffsetAndLimit(offset, more, child)) =>
      limited(child, offset + more).map(CollectLimitExec(offset + more, _, offset))
    case ReturnAnswer(Limit(IntegerLiteral(rows), child)) =>
      limited(child, rows).map(CollectLimitExec(rows, _))
    case LocalLimit(IntegerLiteral(rows), child) =>
      limited(child, rows).map(LocalLimitExec(rows, _))
    case ScanOperation(_, _, filters, LogicalRelationWithTable(files: HadoopFsRelation, _)) =>
      val skipping = Skipping.of(session, files, filters)
      scans.format(files) match {
        case Some(format)          => asking(plan, format, None, skipping)
        case None if skipping.isOn => planned(plan, files.fileFormat, skipping, Map.empty)(_ -> Nil)
        case None                  => Nil
      }
    case _ => Nil
  }

  /** A scan that may end early, because the store evaluates every filter. */
  private def limited(plan: LogicalPlan, rows: Int): Seq[SparkPlan] = plan match {
    case ScanOperation(_, Nil, filters, LogicalRelationWithTable(files: HadoopFsRelation, _))
        if filters.forall(SparkInternals.translate(_).isDefined) =>
      scans
        .format(files)
        .toSeq
        .flatMap(asking(plan, _, Some(rows), Skipping.of(session, files, filters)))
    case _ => Nil
  }

  private def asking(
      plan: LogicalPlan,
      format: PushableFormat,
      limit: Option[Int],
      skipping: Skipping
  ): Seq[SparkPlan] = {
    val metrics = ReadMetrics(session.sparkContext)
    planned(plan, format.asking(metrics, limit), skipping, metrics.byName) { scan =>
      val able = storePlan(scan, format)
      (if (isPlain(scan, able)) plain(scan, format) else scan, able.told(limit))
    }
  }

  /** Whether the scan is not pushed down, which leaves the splits to Spark. The values of
    * subqueries may be pushed down.
    */
  private def isPlain(scan: FileSourceScanExec, able: StorePlan): Boolean =
    able.obstacle.isDefined && !scan.dataFilters.exists(Skipping.isDynamic)

  private def plain(scan: FileSourceScanExec, format: PushableFormat): FileSourceScanExec =
    scan.copy(relation = scan.relation.copy(fileFormat = format.plain)(session))

  /** @param read the scan to plan, and what `EXPLAIN` shows for it */
  private def planned(
      plan: LogicalPlan,
      format: FileFormat,
      skipping: Skipping,
      counted: Map[String, SQLMetric]
  )(read: FileSourceScanExec => (FileSourceScanExec, Seq[(String, String)])): Seq[SparkPlan] =
    FileSourceStrategy(StoreScanStrategy.reading(plan, format, skipping)).map(_.transformUp {
      case scan: FileSourceScanExec =>
        val (made, lines) = read(scan)
        StoreReadExec(made, lines ++ skipping.told(scan))(counted, skipping.metrics)
    })

  private def storePlan(scan: FileSourceScanExec, format: PushableFormat): StorePlan = {
    val filters = scan.dataFilters.flatMap(SparkInternals.translate)
    val conf = SessionStateHelper.getSqlConf(session)
    val files = scan.relation
    format.plan(conf, files.options, files.dataSchema, scan.requiredSchema, filters)
  }
}

object StoreScanStrategy {

  /** A plan that reads its files with another format. The files are those already listed, except
    * the skipped ones.
    */
  def reading(plan: LogicalPlan, format: FileFormat, skipping: Skipping): LogicalPlan =
    plan.transform { case relation @ LogicalRelation(files: HadoopFsRelation, _, _, _, _) =>
      val location = ObjectFileIndex(skipping.files(files.location))
      relation.copy(relation =
        files.copy(location = location, fileFormat = format)(files.sparkSession)
      )
    }
}
