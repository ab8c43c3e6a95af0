package io.headwater.spark.pushdown

import org.apache.spark.sql.catalyst.util.{DropMalformedMode, ParseMode}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** What of a scan of text files the store can do. */
trait StorePlan {

  /** The storlet that is asked. */
  def storlet: String

  /** Why the store is not asked for rows, if it is not. */
  def obstacle: Option[String]

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
  protected def enough(limit: Option[Int]): Option[Int] = {
    val counted = mode != DropMalformedMode && required.nonEmpty &&
      selection.fold(0)(_.filters.length) == filters.length
    limit.filter(_ => counted)
  }

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
