package io.headwater.spark.pushdown

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.{PartitionedFile, TextBasedFileFormat}
import org.apache.spark.sql.internal.SessionStateHelper
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** A format whose reader asks the store for the columns and rows that are wanted. What cannot be
  * asked for is read as Spark does. It is the same as any other of its class and limit, whatever
  * the metrics, so that Spark sees that two scans of a plan are the same.
  */
trait AskingFormat extends TextBasedFileFormat with Equals {

  /** What files are asked for, and how. */
  protected def format: PushableFormat

  /** Where reads are counted. */
  protected def metrics: ReadMetrics

  /** How many rows of a split are enough, if not all are wanted. */
  def limit: Option[Int]

  /** The columns that files are read for, of which the wanted ones are made. */
  protected def required(schema: StructType, wanted: StructType): StructType = wanted

  /** Whether the store is asked. */
  protected def asks(plan: StorePlan): Boolean = plan.obstacle.isEmpty

  /** What reads the splits by the store. */
  protected def reader(
      plan: StorePlan,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader = plan.reader(metrics, limit, configuration)

  override def buildReader(
      session: SparkSession,
      schema: StructType,
      partitionSchema: StructType,
      wanted: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sql = SessionStateHelper.getSqlConf(session)
    val plan = format.plan(sql, options, schema, required(schema, wanted), filters)
    if (asks(plan)) {
      ExprUtils.verifyColumnNameOfCorruptRecord(schema, plan.corrupt)
      reader(plan, session.sparkContext.broadcast(new SerializableConfiguration(conf)))
    } else super.buildReader(session, schema, partitionSchema, wanted, filters, options, conf)
  }

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
