package io.headwater.spark.pushdown

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.TextBasedFileFormat

/** A format whose reader asks the store. It is the same as any other of its class and limit,
  * whatever the metrics, so that Spark sees that two scans of a plan are the same.
  */
trait AskingFormat extends TextBasedFileFormat with Equals {

  /** How many rows of a split are enough, if not all are wanted. */
  def limit: Option[Int]

  /** The storlet `decompress` reads all of a file, or nothing. */
  override def isSplitable(
      session: SparkSession,
      options: Map[String, String],
      path: Path
  ): Boolean =
    !CompressedFiles.isKnown(path) && super.isSplitable(session, options, path)

  override def equals(other: Any): Boolean = other match {
    case that: AskingFormat => canEqual(that) && limit == that.limit
    case _                  => false
  }

  override def hashCode: Int = (getClass, limit).hashCode

  override def canEqual(other: Any): Boolean = other != null && other.getClass == getClass
}
