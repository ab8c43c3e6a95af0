package io.headwater.spark.pushdown

import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper

/** Plans scans of files of Headwater paths as Spark does, partitions pruned and files split, but
  * with a format that asks the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)
  private val formats = Seq(CsvFormat, JsonFormat)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ScanOperation(_, _, _, LogicalRelationWithTable(files: HadoopFsRelation, _)) =>
      formats.find(scans.isPushable(files, _)).toSeq.flatMap(planned(plan, _))
    case _ => Nil
  }

  private def planned(plan: LogicalPlan, format: PushableFormat): Seq[SparkPlan] = {
    val metrics = ReadMetrics(session.sparkContext)
    val asked = StoreScanStrategy.reading(plan, format.asking(metrics))
    FileSourceStrategy(asked).map(_.transformUp { case scan: FileSourceScanExec =>
      StoreReadExec(scan, told(scan, format))(metrics.byName)
    })
  }

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

  /** A plan whose files are read by another format, each as it was listed. */
  def reading(plan: LogicalPlan, format: FileFormat): LogicalPlan = plan.transform {
    case relation @ LogicalRelation(files: HadoopFsRelation, _, _, _, _) =>
      val read = files.copy(location = ObjectFileIndex(files.location), fileFormat = format)(
        files.sparkSession
      )
      relation.copy(relation = read)
  }
}
