package io.headwater.spark.skipping

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.pushdown.StoreScans
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
import org.apache.spark.sql.internal.SessionStateHelper

/** What one scan does to leave out objects, if anything. */
class Skipping private (index: Option[SkippingFileIndex]) {

  /** Whether the scan may leave out objects. */
  def isOn: Boolean = index.isDefined

  /** The relation's files, of which those are not listed that have no row for the filters. */
  def files(all: FileIndex): FileIndex = index.getOrElse(all)

  /** What is left out, by the names under which a plan's node has it. */
  def metrics: Map[String, SQLMetric] = index.map(_.metrics.byName).getOrElse(Map.empty)

  /** What `EXPLAIN` says of a scan, where Spark has listed its files already. */
  def told(scan: FileSourceScanExec): Seq[(String, String)] =
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

  /** Whether a filter is known when the query runs, not before. */
  def isDynamic(filter: Expression): Boolean = filter.exists(_.isInstanceOf[PlanExpression[_]])

  /** That of a relation's scan with some filters. There is none where it is turned off, or where
    * the relation is not of Headwater paths or of a kind that no index tells of.
    */
  def of(session: SparkSession, files: HadoopFsRelation, filters: Seq[Expression]): Skipping =
    new Skipping(if (filters.isEmpty) None else index(session, files))

  private def index(session: SparkSession, files: HadoopFsRelation): Option[SkippingFileIndex] =
    for {
      source <- Sources.get(files.fileFormat.getClass)
      if new StoreScans(session).isOn(files.options, "skipping")
      configuration = SessionStateHelper.getHadoopConf(session, files.options)
      if files.location.rootPaths.exists(
        _.getFileSystem(configuration).isInstanceOf[HeadwaterFileSystem]
      )
      recorded <- RecordedOptions.of(source, SessionStateHelper.getSqlConf(session), files.options)
    } yield SkippingFileIndex(files.location, source, files.dataSchema)(
      recorded,
      configuration,
      SkippingMetrics(session.sparkContext)
    )
}
