package io.headwater.spark.pushdown

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.util.{DropMalformedMode, ParseMode}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._
import org.apache.spark.util.SerializableConfiguration

/** What of a scan of text files the store can do. */
trait StorePlan {

  /** The storlet that is asked. */
  def storlet: String

  /** The name of the column of malformed records. */
  def corrupt: String

  /** Reads splits by the store, of which so many rows are enough, if not all are wanted. */
  def reader(
      metrics: ReadMetrics,
      limit: Option[Int],
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader

  /** Reads partial aggregates of splits. */
  def aggregateReader(
      aggregate: PushedAggregate,
      metrics: ReadMetrics,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader

  /** Why the store cannot be asked, if so. */
  protected def unable: Option[String]

  /** Why the store is not asked for rows, if it is not. */
  def obstacle: Option[String] = unable.orElse(
    Option.when(selection.isEmpty && required.length == columns.length)("all is wanted")
  )

  /** Whether the store can be asked for aggregates of the rows: it must be told all filters, and
    * read all wanted columns as Spark does.
    */
  def aggregates: Boolean

  /** The filters that the store evaluates. */
  def selection: Option[Selection.Pushed]

  /** The files' columns, but for that of malformed records. */
  protected def columns: StructType

  /** The columns that the scan wants. */
  protected def required: StructType

  /** What the scan's rows must fulfil. */
  protected def filters: Seq[Filter]

  /** What becomes of malformed records. */
  protected def mode: ParseMode

  /** How many rows of a split are enough, if the store can be told: the rows that it counts must
    * each become one.
    */
  private def enough(limit: Option[Int]): Option[Int] = {
    val counted = mode != DropMalformedMode && required.nonEmpty && selectsAll
    limit.filter(_ => counted)
  }

  /** The storlet's parameter of the rows that are enough. */
  protected def limited(limit: Option[Int]): Seq[(String, String)] =
    enough(limit).map("limit" -> _.toString).toSeq

  /** Whether Spark fails on a time that only its old parser reads, even in a row that it drops. */
  protected def mayUpgrade(conf: SQLConf): Boolean =
    conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.EXCEPTION &&
      required.exists(column => StorePlan.Times(column.dataType))

  /** Whether the store evaluates all filters. */
  protected def selectsAll: Boolean = selection.fold(0)(_.filters.length) == filters.length

  /** What `EXPLAIN` says. */
  def told(limit: Option[Int]): Seq[(String, String)] = obstacle match {
    case Some(reason) => Seq("Pushdown" -> s"none: $reason")
    case None         =>
      Seq(
        "Pushdown" -> s"storlet $storlet",
        "PushedProjection" -> s"[${required.fieldNames.mkString(", ")}] of ${columns.length} columns",
        "PushedSelection" -> selection.toSeq.flatMap(_.filters).mkString("[", ", ", "]")
      ) ++ enough(limit).map(rows => "PushedLimit" -> s"$rows rows of a split")
  }
}

object StorePlan {
  private val Times = Set[DataType](DateType, TimestampType, TimestampNTZType)
}
