package io.headwater.spark.pushdown

import io.headwater.spark.csv.{CsvPlan, PushdownCsvFileFormat}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper

/** Plans scans of CSV files of Headwater paths as Spark does, partitions pruned and files split,
  * but with a format that asks the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ScanOperation(_, _, _, LogicalRelationWithTable(files: HadoopFsRelation, _))
        if scans.isPushable(files) =>
      val metrics = ReadMetrics(session.sparkContext)
      val asked = StoreScanStrategy.reading(plan, new PushdownCsvFileFormat(metrics))
      FileSourceStrategy(asked).map(_.transformUp { case scan: FileSourceScanExec =>
        StoreReadExec(scan, told(scan))(metrics.byName)
      })
    case _ => Nil
  }

  private def told(scan: FileSourceScanExec): Seq[(String, String)] = {
    val conf = SessionStateHelper.getSqlConf(session)
    val filters = scan.dataFilters.flatMap(SparkInternals.translate)
    val options = CsvPlan.options(conf, scan.relation.options)
    new CsvPlan(conf, options, scan.relation.dataSchema, scan.requiredSchema, filters).told
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
