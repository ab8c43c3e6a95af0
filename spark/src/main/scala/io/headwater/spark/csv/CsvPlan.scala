package io.headwater.spark
package csv

import com.fasterxml.jackson.databind.node.IntNode
import io.headwater.spark.pushdown._
import io.headwater.spark.pushdown.StorletNames.Parameter
import io.headwater.spark.typed.TypedSchema
import java.util.UUID
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.catalyst.util.{FailFastMode, ParseMode}
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** What the store can do for a scan of CSV files.
  *
  * @param schema
  *   the files' columns
  * @param required
  *   the columns that the scan needs
  * @param filters
  *   the filters on the scan's rows
  */
class CsvPlan(
    conf: SQLConf,
    options: CSVOptions,
    schema: StructType,
    override protected val required: StructType,
    override protected val filters: Seq[Filter]
) extends StorePlan {
  override val storlet: String = StorletNames.Csv

  private val dialect =
    new CsvDialect(options, conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.LEGACY)
  override val corrupt: String = options.columnNameOfCorruptRecord
  override protected val columns: StructType =
    StructType(schema.filterNot(_.name == corrupt))

  override protected def mode: ParseMode = options.parseMode

  /** The filters that the store evaluates. Spark's parser evaluates them again, which makes pushed
    * rows and rows read without pushdown identical. If Spark's parser does not evaluate filters,
    * none is pushed.
    */
  override val selection: Option[Selection.Pushed] =
    new Selection(columns, IntNode.valueOf(_), index => dialect.isExact(columns(index).dataType))
      .of(parserFilters.filterNot(mayFail))

  override protected def parserFilters: Seq[Filter] =
    if (conf.csvFilterPushDown) filters.filterNot(_.references.contains(corrupt)) else Seq.empty

  /** Whether Spark may fail on a row although some of the filter's columns decide it. In FAILFAST,
    * Spark evaluates a filter after it converted the last of its columns, and fails if it cannot.
    */
  private def mayFail(filter: Filter): Boolean =
    options.parseMode == FailFastMode && filter.references.distinct.length > 1

  override protected val unsupported: Option[String] =
    if (required.exists(_.name == corrupt)) Some(s"the query needs column $corrupt")
    else if (options.parseMode == FailFastMode && !conf.csvFilterPushDown) Some("FAILFAST")
    else if (mayUpgrade(conf)) Some("timeParserPolicy EXCEPTION")
    else dialect.obstacle

  override def aggregates: Boolean =
    unsupported.isEmpty && dialect.aggregates && selectsAll &&
      required.forall(column => dialect.isExact(column.dataType))

  /** The position of a column, by which the storlet identifies it. */
  private def position(name: String): Int = columns.fieldNames.indexOf(name)

  override def reader(
      metrics: ReadMetrics,
      limit: Option[Int],
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] =
    new CsvSplitReader(query(metrics, limitParameter(limit)), configuration)

  override def typed: Option[TypedPlan] = {
    val answer = TypedSchema.parameters(required, name => IntNode.valueOf(position(name)))
    Option
      .when(
        unsupported.isEmpty && required.forall(column => dialect.isTyped(column.dataType))
      )(answer.map(new Typed(_)))
      .flatten
  }

  /** @param answer
    *   the parameters of a typed answer
    */
  private class Typed(answer: Seq[(String, String)]) extends TypedPlan {
    override def format(metrics: ReadMetrics, limit: Option[Int]): FileFormat =
      new TypedCsvFileFormat(metrics, limit)

    override def reader(
        metrics: ReadMetrics,
        limit: Option[Int],
        configuration: Broadcast[SerializableConfiguration]
    ): SplitReader[ColumnarBatch] = {
      val untyped = query(metrics, limitParameter(limit))
      val call =
        untyped.call.copy(parameters = common(untyped) ++ limitParameter(limit) ++ answer)
      new CsvBatchReader(untyped, call, untypedObstacle.isEmpty, configuration)
    }
  }

  override def aggregateReader(
      aggregate: PushedAggregate,
      metrics: ReadMetrics,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] = {
    val parameter = aggregate.parameter(column => IntNode.valueOf(position(column.name)))
    new CsvAggregateReader(query(metrics, Seq(parameter)), aggregate, configuration)
  }

  /** The query for tasks, and for the storlet.
    *
    * @param more
    *   parameters in addition to those of every query
    */
  private def query(metrics: ReadMetrics, more: Seq[(String, String)]): CsvQuery = {
    val base = CsvQuery(
      UUID.randomUUID.toString,
      columns,
      required,
      options,
      recordOptions,
      parserFilters,
      Seq.empty,
      metrics
    )
    base.copy(parameters = parameters(base) ++ more)
  }

  /** The options with a buffer that fits most records. Univocity's default is 2 MiB. A few buffers
    * of that size make Java's collector scan the complete heap.
    */
  private def recordOptions: CSVOptions = {
    val buffer = options.inputBufferSize.getOrElse(CsvPlan.RecordBuffer)
    CsvPlan.options(conf, options.parameters + (CSVOptions.INPUT_BUFFER_SIZE -> buffer.toString))
  }

  private def parameters(query: CsvQuery): Seq[(String, String)] =
    common(query) ++ Seq(
      Parameter.Tagged -> "true",
      Parameter.Columns -> required.fieldNames.map(position).mkString(",")
    )

  /** The parameters of every answer. */
  private def common(query: CsvQuery): Seq[(String, String)] =
    dialect.parameters ++ Option.when(query.countsColumns)(
      Parameter.Width -> columns.length.toString
    ) ++
      selection.map(Parameter.Selection -> _.tree.toString)
}

object CsvPlan {

  /** Unit: characters. */
  private val RecordBuffer = 16 << 10

  /** Parses the options as Spark's CSV format does. */
  def options(conf: SQLConf, options: Map[String, String]): CSVOptions =
    new CSVOptions(
      options,
      conf.csvColumnPruning,
      conf.sessionLocalTimeZone,
      conf.columnNameOfCorruptRecord
    )
}
