package io.headwater.spark.skipping

import io.headwater.fs.HeadwaterFileSystem
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{EtagSource, Path}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  FileStatusWithMetadata,
  PartitionDirectory
}
import org.apache.spark.sql.types.StructType

/** A file index that leaves out files if it is certain that no row fulfils the filters:
  * `docs/guides/skipping.md`.
  *
  * @param inner
  *   all files
  * @param source
  *   the format in which they are read: `csv`, `json`, `parquet` or `orc`
  * @param schema
  *   the files' columns as the scan has them
  * @param recorded
  *   how the scan reads them
  * @param configuration
  *   the scan's Hadoop configuration
  */
case class SkippingFileIndex(inner: FileIndex, source: String, schema: StructType)(
    recorded: RecordedOptions,
    configuration: Configuration,
    val metrics: SkippingMetrics
) extends FileIndex {

  override def listFiles(
      partitionFilters: Seq[Expression],
      dataFilters: Seq[Expression]
  ): Seq[PartitionDirectory] = {
    val all = inner.listFiles(partitionFilters, dataFilters)
    if (dataFilters.isEmpty) all
    else {
      val statistics = statisticsOf(all.flatMap(_.files).map(_.getPath))
      val kept = all.map { directory =>
        directory.copy(files = directory.files.filter(mayHaveRows(_, statistics, dataFilters)))
      }
      metrics.record(all.flatMap(_.files), kept.flatMap(_.files))
      kept
    }
  }

  private def mayHaveRows(
      file: FileStatusWithMetadata,
      statistics: DatasetStatistics,
      filters: Seq[Expression]
  ): Boolean = file.fileStatus match {
    case status: EtagSource if status.getEtag != null =>
      statistics
        .of(file.getPath, status.getEtag, file.getLen)
        .forall(column => new ObjectPredicate(column).mayBeTrue(filters))
    case _ => true
  }

  private var cachedStatistics: Option[DatasetStatistics] = None

  /** What is known, requested from the store once for each planned scan. */
  private def statisticsOf(files: Seq[Path]): DatasetStatistics = synchronized {
    if (cachedStatistics.isEmpty)
      cachedStatistics =
        Some(new DatasetStatistics(source, schema, recorded, indexFolders(files.toSet)))
    cachedStatistics.get
  }

  /** The datasets' folders. The folder of a file that is read by name counts only if a listing
    * showed its index. Reading one file therefore costs no extra request.
    */
  private def indexFolders(files: Set[Path]): Seq[IndexFolder] = {
    val (single, folders) = rootPaths.partition(files.contains)
    folders.map(datasetFolder).distinct.flatMap(indexFolder(_, mayRequest = true)) ++
      single.map(_.getParent).distinct.flatMap(indexFolder(_, mayRequest = false))
  }

  /** The folder above the partition folders. */
  private def datasetFolder(folder: Path): Path =
    if (folder.getName.contains('=')) datasetFolder(folder.getParent) else folder

  private def indexFolder(folder: Path, mayRequest: Boolean): Option[IndexFolder] =
    folder.getFileSystem(configuration) match {
      case store: HeadwaterFileSystem => Some(new IndexFolder(folder, store, mayRequest))
      case _                          => None
    }

  override def rootPaths: Seq[Path] = inner.rootPaths

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = inner.partitionSchema

  override def metadataOpsTimeNs: Option[Long] = inner.metadataOpsTimeNs
}
