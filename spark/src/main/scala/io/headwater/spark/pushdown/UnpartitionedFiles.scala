package io.headwater.spark.pushdown

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.types.StructType

/** The files of an index that have any data, in the order of its listing, whatever the partitions
  * of their folders: what Spark's own inference reads.
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

  /** As Spark tells files of its own by their names. */
  private def isData(name: String): Boolean =
    !name.startsWith(".") && (!name.startsWith("_") || name.contains("="))

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = StructType(Nil)
}
