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
  * `docs/skipping.md`.
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
      val knowledge = known(all.flatMap(_.files).map(_.getPath))
      val kept = all.map { directory =>
        directory.copy(files = directory.files.filter(mayHaveRows(_, knowledge, dataFilters)))
      }
      metrics.note(all.flatMap(_.files), kept.flatMap(_.files))
      kept
    }
  }

  private def mayHaveRows(
      file: FileStatusWithMetadata,
      knowledge: DatasetKnowledge,
      filters: Seq[Expression]
  ): Boolean = file.fileStatus match {
    case status: EtagSource if status.getEtag != null =>
      knowledge
        .of(file.getPath, status.getEtag, file.getLen)
        .forall(column => new ObjectPredicate(column).mayBeTrue(filters))
    case _ => true
  }

  private var asked: Option[DatasetKnowledge] = None

  /** What is known, requested from the store once for each planned scan. */
  private def known(files: Seq[Path]): DatasetKnowledge = synchronized {
    if (asked.isEmpty)
      asked = Some(new DatasetKnowledge(source, schema, recorded, places(files.toSet)))
    asked.get
  }

  /** The datasets' folders. The folder of a file that is read by name counts only if a listing
    * showed its index. Reading one file therefore costs no extra request.
    */
  private def places(files: Set[Path]): Seq[IndexPlace] = {
    val (single, folders) = rootPaths.partition(files.contains)
    folders.map(table).distinct.flatMap(place(_, mayAsk = true)) ++
      single.map(_.getParent).distinct.flatMap(place(_, mayAsk = false))
  }

  /** The folder above the partition folders. */
  private def table(folder: Path): Path =
    if (folder.getName.contains('=')) table(folder.getParent) else folder

  private def place(folder: Path, mayAsk: Boolean): Option[IndexPlace] =
    folder.getFileSystem(configuration) match {
      case store: HeadwaterFileSystem => Some(new IndexPlace(folder, store, mayAsk))
      case _                          => None
    }

  override def rootPaths: Seq[Path] = inner.rootPaths

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = inner.partitionSchema

  override def metadataOpsTimeNs: Option[Long] = inner.metadataOpsTimeNs
}
