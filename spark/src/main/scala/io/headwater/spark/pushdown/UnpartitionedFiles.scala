package io.headwater.spark.pushdown

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.types.StructType

/** The non-empty files of an index, in listing order, regardless of partition folders. Spark's own
  * inference reads these files.
  */
case class UnpartitionedFiles(inner: PartitioningAwareFileIndex) extends FileIndex {
  override def rootPaths: Seq[Path] = inner.rootPaths

  override def listFiles(
      partitionFilters: Seq[Expression],
      dataFilters: Seq[Expression]
  ): Seq[PartitionDirectory] =
    Seq(PartitionDirectory(InternalRow.empty, files.map(FileStatusWithMetadata(_))))

  private def files: Seq[FileStatus] =
    inner.allFiles().filter(file => file.getLen > 0 && isData(file.getPath.getName))

  /** Recognizes Spark's internal files by name, as Spark does. */
  private def isData(name: String): Boolean =
    !name.startsWith(".") && (!name.startsWith("_") || name.contains("="))

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = StructType(Nil)
}
