package io.headwater.spark
package json

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, TextNode}
import io.headwater.spark.pushdown._
import io.headwater.spark.pushdown.StorletNames.Parameter
import java.util.UUID
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{FailFastMode, ParseMode}
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumnsUtils.EXISTS_DEFAULT_COLUMN_METADATA_KEY
import org.apache.spark.sql.headwater.JsonInternals.{JSONOptions, JSONOptionsInRead}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._
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
  override val selection: Option[Selection.Pushed] = Option
    .when(conf.jsonFilterPushDown) {
      val column = (index: Int) => TextNode.valueOf(pointer(columns(index).name))
      new Selection(columns, column, index => isExact(columns(index))).of(filters)
    }
    .flatten

  override protected val unsupported: Option[String] = JsonPlan.obstacle(options).orElse {
    val obstacles = Seq(
      (options.parseMode == FailFastMode) -> "FAILFAST",
      mayUpgrade(conf) -> "timeParserPolicy EXCEPTION",
      required.exists(_.name == corrupt) -> s"the query needs column $corrupt"
    )
    obstacles.collectFirst { case (true, name) => name }
  }

  override def aggregates: Boolean = unsupported.isEmpty && selectsAll && required.forall(isExact)

  private def isExact(column: StructField): Boolean =
    !column.metadata.contains(EXISTS_DEFAULT_COLUMN_METADATA_KEY) && (column.dataType match {
      case DateType         => !legacyTime && options.dateFormatInRead.isEmpty
      case TimestampType    => !legacyTime && options.timestampFormatInRead.isEmpty
      case TimestampNTZType => !legacyTime && options.timestampNTZFormatInRead.isEmpty
      case _                => true
    })

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
    JsonQuery(UUID.randomUUID.toString, required, options, filters, parameters ++ more, metrics)

  private def parameters: Seq[(String, String)] = {
    val pointers = JsonNodeFactory.instance.arrayNode()
    required.fieldNames.foreach(name => pointers.add(pointer(name)))
    Seq(Parameter.Columns -> pointers.toString) ++
      options.lineSeparator.map(Parameter.LineSep -> _) ++
      selection.map(Parameter.Selection -> _.tree.toString)
  }
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
