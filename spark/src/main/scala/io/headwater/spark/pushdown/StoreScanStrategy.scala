package io.headwater.spark.pushdown

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.csv.{CsvPlan, PushdownCsvFileFormat}
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.planning.ScanOperation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper

/** Plans scans of CSV files of Headwater paths as Spark does, partitions pruned and files split,
  * but with a format that asks the store.
  */
class StoreScanStrategy(session: SparkSession) extends SparkStrategy {

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ScanOperation(_, _, _, LogicalRelationWithTable(files: HadoopFsRelation, _))
        if isPushable(files) =>
      val metrics = ReadMetrics(session.sparkContext)
      FileSourceStrategy(ask(plan, metrics)).map(_.transformUp { case scan: FileSourceScanExec =>
        StoreReadExec(scan, told(scan))(metrics.byName)
      })
    case _ => Nil
  }

  private def isPushable(files: HadoopFsRelation): Boolean =
    files.fileFormat.getClass == classOf[CSVFileFormat] && isOn(files) && runs(files, "csv")

  private def isOn(files: HadoopFsRelation): Boolean = {
    val option = files.options.collectFirst {
      case (name, value) if name.equalsIgnoreCase("headwater.pushdown") => value
    }
    option.orElse(session.conf.getOption("spark.headwater.pushdown")).forall(_.toBoolean)
  }

  /** Whether the store of all files runs a storlet, as it is asked of the first file. */
  private def runs(files: HadoopFsRelation, storlet: String): Boolean = files.location match {
    case index: PartitioningAwareFileIndex =>
      val conf = SessionStateHelper.getHadoopConf(session, files.options)
      val stores = index.rootPaths.map(_.getFileSystem(conf)).distinct
      stores.nonEmpty && stores.forall {
        case store: HeadwaterFileSystem =>
          sample(index, store).exists(path => store.nearStore.runs(path, storlet))
        case _ => false
      }
    case _ => false
  }

  private def sample(index: PartitioningAwareFileIndex, store: HeadwaterFileSystem): Option[Path] =
    index
      .allFiles()
      .find(file => file.getLen > 0 && store.getUri.getAuthority == file.getPath.toUri.getAuthority)
      .map(_.getPath)

  private def ask(plan: LogicalPlan, metrics: ReadMetrics): LogicalPlan = plan.transform {
    case relation @ LogicalRelation(files: HadoopFsRelation, _, _, _, _) =>
      relation.copy(relation =
        files.copy(
          location = ObjectFileIndex(files.location),
          fileFormat = new PushdownCsvFileFormat(metrics)
        )(files.sparkSession)
      )
  }

  private def told(scan: FileSourceScanExec): Seq[(String, String)] = {
    val conf = SessionStateHelper.getSqlConf(session)
    val filters = scan.dataFilters.flatMap(SparkInternals.translate)
    val options = CsvPlan.options(conf, scan.relation.options)
    new CsvPlan(conf, options, scan.relation.dataSchema, scan.requiredSchema, filters).told
  }
}
