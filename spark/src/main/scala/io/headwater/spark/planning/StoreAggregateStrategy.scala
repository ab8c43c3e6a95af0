package io.headwater.spark.planning

import io.headwater.spark.config.ScanSettings
import io.headwater.spark.pushdown.{PushableFormat, PushedAggregate, ReadMetrics}
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

/** Plans aggregates of files whose partial results the store computes and Spark merges. */
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
            FileRelation(relation, files)
          )
        ) =>
      def floatingSums = scans.isOn(files.options, ScanSettings.FloatingSums)
      for {
        format <- scans.format(files).toSeq if scans.isOn(files.options, ScanSettings.Aggregates)
        source = new AggregateSource(relation.output, files, projects, filters, floatingSums)
        aggregate <- source.pushed(groups, functions) if isSupported(files, format, aggregate)
        skipping = Skipping.of(session, files, filters)
        partials = scan(child, format, aggregate, groups, functions, skipping)
      } yield planMerge(groups, functions, results, partials)
    case _ => Nil
  }

  private def isSupported(
      files: HadoopFsRelation,
      format: PushableFormat,
      aggregate: PushedAggregate
  ): Boolean = {
    val conf = SparkInternals.sqlConf(session)
    val required = aggregate.required(files.dataSchema)
    val filters = aggregate.filters.flatMap(SparkInternals.translate)
    filters.length == aggregate.filters.length &&
    format.plan(conf, files.options, files.dataSchema, required, filters).aggregates
  }

  /** A scan whose rows contain the groups and Spark's aggregation buffers. */
  private def scan(
      child: LogicalPlan,
      format: PushableFormat,
      aggregate: PushedAggregate,
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression],
      skipping: Skipping
  ): SparkPlan = {
    val metrics = ReadMetrics(session.sparkContext)
    val aggregateFormat = format.withAggregate(aggregate, metrics)
    val relation = StoreScanStrategy.withFormat(child, aggregateFormat, skipping)
    val rows = FileSourceStrategy(relation).head.collectFirst { case scan: FileSourceScanExec =>
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
    // Spark finds the buffers by position: they are the last columns.
    val read =
      StoreReadExec(partialRows, aggregate.describe(format.storlet) ++ skipping.describe(rows))(
        metrics.byName,
        skipping.metrics
      )
    ProjectExec(keys ++ buffers, read)
  }

  /** As Spark plans it, except that the first step merges instead of computing partial results. */
  private def planMerge(
      groups: Seq[NamedExpression],
      functions: Seq[AggregateExpression],
      results: Seq[NamedExpression],
      partials: SparkPlan
  ): SparkPlan = {
    val keys = groups.map(_.toAttribute)
    def merge(expressions: Seq[AggregateExpression]) = expressions.map(_.copy(mode = PartialMerge))
    AggUtils
      .planAggregateWithoutDistinct(groups, functions, results, partials)
      .head
      .transformUp {
        case first: HashAggregateExec if first.child eq partials =>
          first.copy(
            groupingExpressions = keys,
            aggregateExpressions = merge(first.aggregateExpressions),
            initialInputBufferOffset = keys.length
          )
        case first: SortAggregateExec if first.child eq partials =>
          first.copy(
            groupingExpressions = keys,
            aggregateExpressions = merge(first.aggregateExpressions),
            initialInputBufferOffset = keys.length
          )
      }
  }
}
