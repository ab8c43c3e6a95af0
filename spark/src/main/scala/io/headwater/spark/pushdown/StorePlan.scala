package io.headwater.spark
package pushdown

import io.headwater.spark.pushdown.StorletNames.Parameter
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{DropMalformedMode, ParseMode}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._
import org.apache.spark.util.SerializableConfiguration

/** What the store can do for a scan of text files. */
trait StorePlan {

  /** The storlet to run. */
  def storlet: String

  /** The name of the column of malformed records. */
  def corrupt: String

  /** A reader that pushes down splits.
    *
    * @param limit
    *   the number of rows of a split that suffice, if not all are needed
    */
  def reader(
      metrics: ReadMetrics,
      limit: Option[Int],
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow]

  /** The plan for typed answers, if the store can answer so. It does not depend on the filters. */
  def typed: Option[TypedPlan] = None

  /** Whether tasks request typed answers. Their values do not pass Spark's parser, so the store has
    * to evaluate each filter that the parser would. Otherwise, an expression of the query may fail
    * on a row that the parser drops, and a task that continues a broken answer without pushdown
    * counts other rows.
    */
  def answersTyped: Boolean = typed.isDefined && pushedFilters == parserFilters

  /** A reader of partial aggregates of splits. */
  def aggregateReader(
      aggregate: PushedAggregate,
      metrics: ReadMetrics,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow]

  /** The reason why the store cannot do the scan, if any. */
  protected def unsupported: Option[String]

  /** The reason why the scan is not pushed down, if any. */
  def obstacle: Option[String] = if (answersTyped) None else untypedObstacle

  /** The reason why text answers are of no use, if any. */
  protected def untypedObstacle: Option[String] = unsupported.orElse(
    Option.when(selection.isEmpty && required.length == columns.length)(
      "the query needs every row and column"
    )
  )

  /** Whether the store can compute aggregates of the rows. It must evaluate all filters, and read
    * all needed columns as Spark does.
    */
  def aggregates: Boolean

  /** The filters that the store evaluates. */
  def selection: Option[Selection.Pushed]

  /** The files' columns without the column of malformed records. */
  protected def columns: StructType

  /** The columns that the scan needs. */
  protected def required: StructType

  /** The filters on the scan's rows. */
  protected def filters: Seq[Filter]

  /** The filters that Spark's parser evaluates. */
  protected def parserFilters: Seq[Filter]

  /** How malformed records are handled. */
  protected def mode: ParseMode

  /** The limit to send to the store, if each row that the store counts becomes a row of the scan.
    */
  private def pushedLimit(limit: Option[Int]): Option[Int] = {
    val countsEveryRow = mode != DropMalformedMode && required.nonEmpty && selectsAll
    limit.filter(_ => countsEveryRow)
  }

  /** The storlet's limit parameter. */
  protected def limitParameter(limit: Option[Int]): Seq[(String, String)] =
    pushedLimit(limit).map(Parameter.Limit -> _.toString).toSeq

  /** Whether Spark fails on a time that only its old parser reads, even in a row that it drops. */
  protected def mayUpgrade(conf: SQLConf): Boolean =
    conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.EXCEPTION &&
      required.exists(StorePlan.parts(_).exists(part => StorePlan.Times(part.dataType)))

  private def pushedFilters: Seq[Filter] = selection.toSeq.flatMap(_.filters)

  /** Whether the store evaluates all filters. */
  protected def selectsAll: Boolean = pushedFilters.length == filters.length

  /** The lines for `EXPLAIN`. */
  def describe(limit: Option[Int]): Seq[(String, String)] = obstacle match {
    case Some(reason) => Seq("Pushdown" -> s"none: $reason")
    case None         =>
      Seq(
        "Pushdown" -> s"storlet $storlet",
        "PushedProjection" -> s"[${required.fieldNames.mkString(", ")}] of ${columns.length} columns",
        "PushedSelection" -> pushedFilters.mkString("[", ", ", "]")
      ) ++ Option.when(answersTyped)("Answer" -> "typed columns") ++ pushedLimit(limit).map(rows =>
        "PushedLimit" -> s"$rows rows of a split"
      )
  }
}

object StorePlan {
  private val Times = Set[DataType](DateType, TimestampType, TimestampNTZType)

  /** A column, and the fields, elements, keys and values inside it. */
  def parts(column: StructField): Seq[StructField] = {
    val inside = column.dataType match {
      case ArrayType(element, _)  => Seq(StructField("element", element))
      case MapType(key, value, _) => Seq(StructField("key", key), StructField("value", value))
      case StructType(fields)     => fields.toSeq
      case _                      => Seq.empty
    }
    column +: inside.flatMap(parts)
  }
}
