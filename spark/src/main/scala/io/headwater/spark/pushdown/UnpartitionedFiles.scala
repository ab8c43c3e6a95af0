package io.headwater.spark.pushdown

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.types.StructType

/** All files of an index in the order of its listing, whatever the partitions of their folders. */
case class UnpartitionedFiles(inner: PartitioningAwareFileIndex) extends FileIndex {
  override def rootPaths: Seq[Path] = inner.rootPaths

  override def listFiles(
      partitionFilters: Seq[Expression],
      dataFilters: Seq[Expression]
  ): Seq[PartitionDirectory] =
    Seq(PartitionDirectory(InternalRow.empty, inner.allFiles().map(ObjectFileIndex.withEtag)))

  override def inputFiles: Array[String] = inner.inputFiles

  override def refresh(): Unit = inner.refresh()

  override def sizeInBytes: Long = inner.sizeInBytes

  override def partitionSchema: StructType = StructType(Nil)
}
