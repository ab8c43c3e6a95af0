package io.headwater.spark.pushdown

import io.headwater.spark.csv.{CsvFormat, CsvPlan, PushdownAggregateFormat}
import io.headwater.spark.skipping.Skipping
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.{PhysicalAggregation, ScanOperation}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.{FileSourceScanExec, ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.aggregate._
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.internal.SessionStateHelper
import org.apache.spark.sql.types.StructType

/** Plans aggregates of CSV files whose partial results the store works out, and Spark merges. */
class StoreAggregateStrategy(session: SparkSession) extends SparkStrategy {
  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case PhysicalAggregation(
          groups,
          functions,
          results,
          child @ ScanOperation(
            projects,
            Nil,
            filters,
            relation @ LogicalRelationWithTable(files: HadoopFsRelation, _)
          )
        )
        if scans.isPushable(files, CsvFormat) && scans.isOn(files.options, "pushdown.aggregates") =>
      val source = new AggregateSource(
        relation.output,
        files,
        projects,
        filters,
        scans.isOn(files.options, "pushdown.floatingSums", default = false)
      )
      source
        .pushed(groups, functions)
        .filter(aggregate => reads(files, aggregate))
        .map(aggregate =>
          planned(
            groups,
            functions,
            results,
            scan(child, aggregate, groups, functions, Skipping.of(session, files, filters))
          )
        )
        .toSeq
    case _ => Nil
  }

  private def reads(files: HadoopFsRelation, aggregate: PushedAggregate): Boolean = {
    val conf = SessionStateHelper.getSqlConf(session)
    val required = StructType(aggregate.columns.map(column => files.dataSchema(column.name)))
    val filters = aggregate.filters.flatMap(SparkInternals.translate)
    val options = CsvPlan.options(conf, files.options)
    filters.length == aggregate.filters.length &&
    new CsvPlan(conf, options, files.dataSchema, required, filters).aggregates
  }

  /** A scan whose rows are groups, and Spark's buffers of the functions. */
  private def scan(
      child: LogicalPlan,
      aggregate: PushedAggregate,
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression],
      skipping: Skipping
  ): SparkPlan = {
    val metrics = ReadMetrics(session.sparkContext)
    val format = new PushdownAggregateFormat(aggregate, metrics)
    val asked = StoreScanStrategy.reading(child, format, skipping)
    val rows = FileSourceStrategy(asked).head.collectFirst { case scan: FileSourceScanExec =>
      scan
    }.get
    val constant = rows.output.drop(rows.requiredSchema.length)
    val keys = groups.map(_.toAttribute)
    val buffers = functions.flatMap(_.aggregateFunction.inputAggBufferAttributes)
    val partials = keys.filterNot(AttributeSet(constant).contains) ++ buffers
    val partialRows = rows.copy(
      output = partials ++ constant,
      requiredSchema = DataTypeUtils.fromAttributes(partials)
    )
    // Spark finds the buffers by their place: they are the last columns.
    val read = StoreReadExec(partialRows, aggregate.told ++ skipping.told(rows))(
      metrics.byName,
      skipping.metrics
    )
    ProjectExec(keys ++ buffers, read)
  }

  /** As Spark plans it, but that the first step merges instead of making partial results. */
  private def planned(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression],
      results: Seq[NamedExpression],
      partials: SparkPlan
  ): SparkPlan = {
    val keys = groups.map(_.toAttribute)
    def merging(made: Seq[AggregateExpression]) = made.map(_.copy(mode = PartialMerge))
    AggUtils
      .planAggregateWithoutDistinct(groups, functions, results, partials)
      .head
      .transformUp {
        case first: HashAggregateExec if first.child eq partials =>
          first.copy(
            groupingExpressions = keys,
            aggregateExpressions = merging(first.aggregateExpressions),
            initialInputBufferOffset = keys.length
          )
        case first: SortAggregateExec if first.child eq partials =>
          first.copy(
            groupingExpressions = keys,
            aggregateExpressions = merging(first.aggregateExpressions),
            initialInputBufferOffset = keys.length
          )
      }
  }
}
