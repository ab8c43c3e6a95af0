package io.headwater.spark.pushdown

import org.apache.hadoop.fs.{EtagSource, Path}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  FileStatusWithMetadata,
  PartitionDirectory,
  PartitionedFile
}
import org.apache.spark.sql.types.StructType

/** A file index whose files carry the ETags from the listing. Tasks then notice if an object was
  * replaced.
  */
case class ObjectFileIndex(inner: FileIndex) extends FileIndex {
  override def rootPaths: Seq[Path] = inner.rootPaths

  override def listFiles(
      partitionFilters: Seq[Expression],
      dataFilters: Seq[Expression]
  ): Seq[PartitionDirectory] =
    inner.listFiles(partitionFilters, dataFilters).map { directory =>
      directory.copy(files = directory.files.map(ObjectFileIndex.withEtag))
    }

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = inner.partitionSchema

  override def metadataOpsTimeNs: Option[Long] = inner.metadataOpsTimeNs
}

object ObjectFileIndex {
  private val Etag = "headwater.etag"

  /** The ETag of a file, according to the listing. */
  def etag(file: PartitionedFile): Option[String] =
    file.otherConstantMetadataColumnValues.get(Etag).map(_.toString)

  /** The same file without its ETag, of which a task reads the current version. */
  def withoutEtag(file: PartitionedFile): PartitionedFile =
    file.copy(otherConstantMetadataColumnValues = file.otherConstantMetadataColumnValues - Etag)

  /** The same file, whose object must have this ETag. */
  def withEtag(file: PartitionedFile, etag: String): PartitionedFile =
    file.copy(otherConstantMetadataColumnValues =
      file.otherConstantMetadataColumnValues + (Etag -> etag)
    )

  private def withEtag(file: FileStatusWithMetadata): FileStatusWithMetadata =
    file.fileStatus match {
      case source: EtagSource if source.getEtag != null =>
        file.copy(metadata = file.metadata + (Etag -> source.getEtag))
      case _ => file
    }
}
