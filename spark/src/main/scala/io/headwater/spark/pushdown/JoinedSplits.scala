package io.headwater.spark.pushdown

import org.apache.spark.{NarrowDependency, Partition, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** A scan by longer splits: neighbours of those that Spark made are one, so that they are one task
  * and, where they are of one file, one request. Rows keep their order.
  *
  * @param scan
  *   whose partitions are Spark's splits
  * @param together
  *   how many of them are one
  */
class JoinedSplits private (scan: RDD[InternalRow], together: Int)
    extends RDD[InternalRow](scan.context, Seq(new JoinedSplits.Neighbours(scan, together))) {

  override protected def getPartitions: Array[Partition] =
    scan.partitions
      .grouped(together)
      .zipWithIndex
      .map { case (neighbours, index) =>
        val files = neighbours.flatMap(_.asInstanceOf[FilePartition].files)
        FilePartition(index, JoinedSplits.joined(files)): Partition
      }
      .toArray

  /** A scan reads whatever files it is given. */
  override def compute(split: Partition, context: TaskContext): Iterator[InternalRow] =
    firstParent[InternalRow].iterator(split, context)

  override protected def getPreferredLocations(split: Partition): Seq[String] =
    split.asInstanceOf[FilePartition].preferredLocations().toSeq
}

object JoinedSplits {

  /** So many at most: what a store does not answer, one task reads plainly. */
  private val Most = 4

  /** A scan by splits as long as may be.
    *
    * @param least
    *   how many there are still to be
    */
  def apply(scan: RDD[InternalRow], least: Int): RDD[InternalRow] = {
    val together = Most.min(scan.partitions.length / least)
    if (together > 1) new JoinedSplits(scan, together) else scan
  }

  private def joined(files: Array[PartitionedFile]): Array[PartitionedFile] =
    files
      .foldLeft(List.empty[PartitionedFile]) {
        case (last :: before, next) if follows(next, last) =>
          last.copy(length = last.length + next.length) :: before
        case (before, next) => next :: before
      }
      .reverse
      .toArray

  private def follows(next: PartitionedFile, last: PartitionedFile): Boolean =
    next.filePath == last.filePath && next.start == last.start + last.length

  private class Neighbours(scan: RDD[InternalRow], together: Int)
      extends NarrowDependency[InternalRow](scan) {
    override def getParents(partition: Int): Seq[Int] = {
      val first = partition * together
      first until scan.partitions.length.min(first + together)
    }
  }
}
