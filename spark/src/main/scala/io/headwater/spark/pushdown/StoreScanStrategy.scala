package io.headwater.spark.pushdown

import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import io.headwater.spark.skipping.Skipping
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper

/** Plans scans of files of Headwater paths as Spark does, partitions pruned and files split, but
  * without the objects that have no row for the filters, and with a format that asks the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)
  private val formats = Seq(CsvFormat, JsonFormat)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ScanOperation(_, _, filters, LogicalRelationWithTable(files: HadoopFsRelation, _)) =>
      val skipping = Skipping.of(session, files, filters)
      formats.find(scans.isPushable(files, _)) match {
        case Some(format)          => asking(plan, format, skipping)
        case None if skipping.isOn => planned(plan, files.fileFormat, skipping, Map.empty)(_ => Nil)
        case None                  => Nil
      }
    case _ => Nil
  }

  private def asking(
      plan: LogicalPlan,
      format: PushableFormat,
      skipping: Skipping
  ): Seq[SparkPlan] = {
    val metrics = ReadMetrics(session.sparkContext)
    planned(plan, format.asking(metrics), skipping, metrics.byName)(told(_, format))
  }

  private def planned(
      plan: LogicalPlan,
      format: FileFormat,
      skipping: Skipping,
      counted: Map[String, SQLMetric]
  )(lines: FileSourceScanExec => Seq[(String, String)]): Seq[SparkPlan] =
    FileSourceStrategy(StoreScanStrategy.reading(plan, format, skipping)).map(_.transformUp {
      case scan: FileSourceScanExec =>
        StoreReadExec(scan, lines(scan) ++ skipping.told(scan))(counted, skipping.metrics)
    })

  private def told(scan: FileSourceScanExec, format: PushableFormat): Seq[(String, String)] = {
    val filters = scan.dataFilters.flatMap(SparkInternals.translate)
    format.told(
      SessionStateHelper.getSqlConf(session),
      scan.relation,
      scan.requiredSchema,
      filters
    )
  }
}

object StoreScanStrategy {

  /** A plan whose files are read by another format, each as it was listed, but for those that are
    * left out.
    */
  def reading(plan: LogicalPlan, format: FileFormat, skipping: Skipping): LogicalPlan =
    plan.transform { case relation @ LogicalRelation(files: HadoopFsRelation, _, _, _, _) =>
      val location = ObjectFileIndex(skipping.files(files.location))
      relation.copy(relation =
        files.copy(location = location, fileFormat = format)(files.sparkSession)
      )
    }
}
