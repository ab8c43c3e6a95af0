package io.headwater.spark.pushdown

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.{PartitionedFile, TextBasedFileFormat}
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** A format whose reader requests only the needed columns and rows from the store. Reads that
  * cannot be pushed down are read as Spark does.
  *
  * Two such formats are equal if their class and limit are equal, regardless of the metrics. Spark
  * can then detect equal scans in a plan.
  */
trait PushdownFileFormat extends TextBasedFileFormat with Equals {

  /** The format of the files. */
  protected def format: PushableFormat

  /** The metrics that count reads. */
  protected def metrics: ReadMetrics

  /** The number of rows of a split that suffice, if not all are needed. */
  def limit: Option[Int]

  /** The columns to read from files, from which the needed columns are computed. */
  protected def required(schema: StructType, wanted: StructType): StructType = wanted

  /** Whether the scan is pushed down. */
  protected def isPushed(plan: StorePlan): Boolean = plan.obstacle.isEmpty

  /** The reader that pushes down splits. */
  protected def reader(
      plan: StorePlan,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] = plan.reader(metrics, limit, configuration)

  override def buildReader(
      session: SparkSession,
      schema: StructType,
      partitionSchema: StructType,
      wanted: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sql = SparkInternals.sqlConf(session)
    val plan = format.plan(sql, options, schema, required(schema, wanted), filters)
    if (isPushed(plan)) {
      ExprUtils.verifyColumnNameOfCorruptRecord(schema, plan.corrupt)
      reader(plan, session.sparkContext.broadcast(new SerializableConfiguration(conf)))
    } else super.buildReader(session, schema, partitionSchema, wanted, filters, options, conf)
  }

  /** As in Spark, because the splits determine the order of rows. The storlet `decompress` reads a
    * file in full.
    */
  override def isSplitable(
      session: SparkSession,
      options: Map[String, String],
      path: Path
  ): Boolean =
    (CompressedFiles.isSplittable(path) || !CompressedFiles.isStorletReadable(path)) &&
      super.isSplitable(session, options, path)

  override def equals(other: Any): Boolean = other match {
    case that: PushdownFileFormat => canEqual(that) && limit == that.limit
    case _                        => false
  }

  override def hashCode: Int = (getClass, limit).hashCode

  override def canEqual(other: Any): Boolean = other != null && other.getClass == getClass
}
