package io.headwater.spark.planning

import io.headwater.spark.config.ScanSettings
import io.headwater.spark.skipping.{SkippingFileIndex, SkippingMetrics}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{Expression, PlanExpression}
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  HadoopFsRelation,
  PartitioningAwareFileIndex
}
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.headwater.SparkInternals

/** Leaves out objects of one scan, if it can. */
class Skipping private (index: Option[SkippingFileIndex]) {

  /** Whether the scan may leave out objects. */
  def isOn: Boolean = index.isDefined

  /** The relation's files without those that have no row for the filters. */
  def files(all: FileIndex): FileIndex = index.getOrElse(all)

  /** The metrics of skipped objects by their names in a plan's node. */
  def metrics: Map[String, SQLMetric] = index.map(_.metrics.byName).getOrElse(Map.empty)

  /** The lines for `EXPLAIN`, if Spark has already listed the scan's files. */
  def describe(scan: FileSourceScanExec): Seq[(String, String)] =
    index.filter(_.inner.isInstanceOf[PartitioningAwareFileIndex]).toSeq.map { skipped =>
      skipped.listFiles(
        scan.partitionFilters.filterNot(Skipping.isDynamic),
        scan.dataFilters.filterNot(Skipping.isDynamic)
      )
      "Skipped" -> skipped.metrics.text
    }
}

object Skipping {
  private val Sources = Map[Class[_], String](
    classOf[CSVFileFormat] -> "csv",
    classOf[JsonFileFormat] -> "json",
    classOf[ParquetFileFormat] -> "parquet",
    classOf[OrcFileFormat] -> "orc"
  )

  /** Whether a filter's values are known only when the query runs. */
  def isDynamic(filter: Expression): Boolean = filter.exists(_.isInstanceOf[PlanExpression[_]])

  /** The skipping of a relation's scan with some filters. It is off if the user turned it off, if
    * the relation has no Headwater paths, or if indexes do not support its format.
    */
  def of(session: SparkSession, files: HadoopFsRelation, filters: Seq[Expression]): Skipping =
    new Skipping(if (filters.isEmpty) None else index(session, files))

  private def index(session: SparkSession, files: HadoopFsRelation): Option[SkippingFileIndex] =
    for {
      source <- Sources.get(files.fileFormat.getClass)
      scans = new StoreScans(session)
      if scans.readsStore(files) && scans.isOn(files.options, ScanSettings.Skipping)
      recorded <- ScanOptions.of(source, SparkInternals.sqlConf(session), files.options)
    } yield SkippingFileIndex(files.location, source, files.dataSchema)(
      recorded,
      SparkInternals.hadoopConf(session, files.options),
      SkippingMetrics(session.sparkContext)
    )
}
