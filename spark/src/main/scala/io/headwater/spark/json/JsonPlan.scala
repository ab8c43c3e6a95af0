package io.headwater.spark
package json

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, TextNode}
import io.headwater.spark.pushdown._
import io.headwater.spark.pushdown.StorletNames.Parameter
import io.headwater.spark.typed.TypedSchema
import java.util.UUID
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{DateFormatter, FailFastMode, ParseMode}
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumnsUtils.EXISTS_DEFAULT_COLUMN_METADATA_KEY
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.headwater.JsonInternals.{JSONOptions, JSONOptionsInRead}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** What the store can do for a scan of JSON lines: `docs/reference/jsonl.md`.
  *
  * @param schema
  *   the files' columns
  * @param required
  *   the columns that the scan needs
  * @param filters
  *   the filters on the scan's rows
  */
class JsonPlan(
    conf: SQLConf,
    options: JSONOptions,
    schema: StructType,
    override protected val required: StructType,
    override protected val filters: Seq[Filter]
) extends StorePlan {
  import JsonPlan._

  override val storlet: String = StorletNames.Jsonl

  override val corrupt: String = options.columnNameOfCorruptRecord
  override protected val columns: StructType =
    StructType(schema.filterNot(_.name == corrupt))
  private val legacyTime = conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.LEGACY

  override protected def mode: ParseMode = options.parseMode

  /** The filters that the store evaluates. Spark's parser must evaluate them too. */
  override val selection: Option[Selection.Pushed] = {
    val column = (index: Int) => TextNode.valueOf(pointer(columns(index).name))
    new Selection(columns, column, index => isExact(columns(index))).of(parserFilters)
  }

  override protected def parserFilters: Seq[Filter] =
    if (conf.jsonFilterPushDown) filters else Seq.empty

  override protected val unsupported: Option[String] = JsonPlan.obstacle(options).orElse {
    val obstacles = Seq(
      (options.parseMode == FailFastMode) -> "FAILFAST",
      mayUpgrade(conf) -> "timeParserPolicy EXCEPTION",
      // Jackson fails within the text of a wrong value, and Spark reads on in its middle.
      required
        .exists(StorePlan.parts(_).exists(_.dataType == BinaryType)) -> "a column of type binary",
      required.exists(_.name == corrupt) -> s"the query needs column $corrupt"
    )
    obstacles.collectFirst { case (true, name) => name }
  }

  override def aggregates: Boolean = unsupported.isEmpty && selectsAll && required.forall(isExact)

  /** Whether the storlet reads values of a column as Spark does. */
  private def isExact(column: StructField): Boolean = StorePlan.parts(column).forall { part =>
    !part.metadata.contains(EXISTS_DEFAULT_COLUMN_METADATA_KEY) && (part.dataType match {
      case DateType =>
        !legacyTime && options.dateFormatInRead.forall(_ == DateFormatter.defaultPattern)
      case TimestampType    => !legacyTime && options.timestampFormatInRead.isEmpty
      case TimestampNTZType => !legacyTime && options.timestampNTZFormatInRead.isEmpty
      case _                => true
    })
  }

  private def offset: Option[String] = ColumnKind.offset(options.zoneId)

  /** Whether the storlet reads most values of a column exactly. It needs to know a timestamp's
    * zone.
    */
  private def isTyped(column: StructField): Boolean =
    isExact(column) && (offset.isDefined || !StorePlan
      .parts(column)
      .exists(_.dataType == TimestampType))

  override def typed: Option[TypedPlan] = {
    val answer = TypedSchema.parameters(required, name => TextNode.valueOf(pointer(name)))
    Option
      .when(unsupported.isEmpty && required.forall(isTyped))(answer.map(new Typed(_)))
      .flatten
  }

  /** @param answer
    *   the parameters of a typed answer
    */
  private class Typed(answer: Seq[(String, String)]) extends TypedPlan {
    override def format(metrics: ReadMetrics, limit: Option[Int]): FileFormat =
      new TypedJsonFileFormat(metrics, limit)

    override def reader(
        metrics: ReadMetrics,
        limit: Option[Int],
        configuration: Broadcast[SerializableConfiguration]
    ): SplitReader[ColumnarBatch] = {
      val untyped = query(metrics, limitParameter(limit))
      val call = untyped.call.copy(parameters = common ++ limitParameter(limit) ++ answer)
      new JsonBatchReader(untyped, call, untypedObstacle.isEmpty, configuration)
    }
  }

  override def reader(
      metrics: ReadMetrics,
      limit: Option[Int],
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] =
    new JsonSplitReader(query(metrics, limitParameter(limit)), configuration)

  override def aggregateReader(
      aggregate: PushedAggregate,
      metrics: ReadMetrics,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] = {
    val parameter = aggregate.parameter(column => TextNode.valueOf(pointer(column.name)))
    new JsonAggregateReader(query(metrics, Seq(parameter)), aggregate, configuration)
  }

  /** The query for tasks, and for the storlet.
    *
    * @param more
    *   parameters in addition to those of every query
    */
  private def query(metrics: ReadMetrics, more: Seq[(String, String)]): JsonQuery =
    JsonQuery(
      UUID.randomUUID.toString,
      required,
      options,
      parserFilters,
      parameters ++ more,
      metrics
    )

  private def parameters: Seq[(String, String)] = {
    val pointers = JsonNodeFactory.instance.arrayNode()
    required.fieldNames.foreach(name => pointers.add(pointer(name)))
    common :+ Parameter.Columns -> pointers.toString
  }

  /** The parameters of every answer. */
  private def common: Seq[(String, String)] =
    options.lineSeparator.map(Parameter.LineSep -> _).toSeq ++
      offset.map(Parameter.TimeZone -> _) ++
      selection.map(Parameter.Selection -> _.tree.toString)
}

object JsonPlan {

  /** Parses the options as Spark's JSON format does. */
  def options(conf: SQLConf, options: Map[String, String]): JSONOptions =
    new JSONOptionsInRead(options, conf.sessionLocalTimeZone, conf.columnNameOfCorruptRecord)

  /** An option of the read that the storlet does not support, if any. */
  def obstacle(options: JSONOptions): Option[String] = {
    val bounds = Seq("maxNestingDepth", "maxNumLen", "maxStringLen")
    val obstacles = Seq(
      options.multiLine -> "multiLine",
      // With a named encoding Spark decodes characters. They differ from UTF-8's bytes for byte order marks and
      // surrogates.
      options.encoding.isDefined -> "encoding",
      options.parameters.contains("singleVariantColumn") -> "singleVariantColumn",
      bounds.exists(options.parameters.contains) -> bounds.mkString(", "),
      options.lineSeparator.exists(!_.forall(_ < ' ')) -> "lineSep"
    )
    obstacles.collectFirst { case (true, name) => name }
  }

  /** The JSON Pointer (RFC 6901) that identifies a column for the storlet. */
  private def pointer(name: String): String = s"/${name.replace("~", "~0").replace("/", "~1")}"
}
