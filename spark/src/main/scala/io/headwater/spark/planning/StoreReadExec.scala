package io.headwater.spark.planning

import io.headwater.spark.pushdown.ReplacedFileErrors
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, SortOrder}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{
  CodegenSupport,
  ExplainUtils,
  SQLExecution,
  SparkPlan,
  UnaryExecNode
}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.vectorized.ColumnarBatch
import scala.reflect.ClassTag

/** The plan node above the scan of a Headwater path. It shows what the store does, as lines of
  * `EXPLAIN FORMATTED` (names and values in the given order) and as metrics. It returns the scan's
  * rows, or batches of rows, unchanged.
  *
  * @param taskMetrics
  *   the metrics that tasks count
  * @param planMetrics
  *   the metrics that are known when the scan's files are listed
  */
case class StoreReadExec(child: SparkPlan, details: Seq[(String, String)])(
    taskMetrics: Map[String, SQLMetric],
    planMetrics: Map[String, SQLMetric]
) extends UnaryExecNode
    with CodegenSupport {

  private lazy val requests = RequestMetrics(sparkContext)

  override lazy val metrics: Map[String, SQLMetric] =
    taskMetrics ++ planMetrics ++ requests.byName

  override def nodeName: String = "StoreRead"

  override def output: Seq[Attribute] = child.output

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(taskMetrics, planMetrics)

  override def simpleString(maxFields: Int): String =
    s"$nodeName ${details.map { case (name, value) => s"$name: $value" }.mkString(", ")}"

  override def verboseStringWithOperatorId(): String = {
    val lines = details.map { case (name, value) => s"$name: $value" }
    s"""
       |$formattedNodeName
       |${ExplainUtils.generateFieldString("Output", output)}
       |${lines.mkString("\n")}
       |""".stripMargin
  }

  override def supportsColumnar: Boolean = child.supportsColumnar

  override def supportCodegen: Boolean = !supportsColumnar

  override protected def doExecute(): RDD[InternalRow] = observed(Seq(child.execute())).head

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] =
    observed(Seq(child.executeColumnar())).head

  override def inputRDDs(): Seq[RDD[InternalRow]] = observed(codegenChild.inputRDDs())

  private def observed[T: ClassTag](scans: Seq[RDD[T]]): Seq[RDD[T]] = {
    postPlanMetrics()
    scans.map(rows => ReplacedFileErrors.explain(requests.count(rows)))
  }

  /** Posts them to the UI. Tasks' metrics arrive there automatically. */
  private def postPlanMetrics(): Unit = {
    val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
    SQLMetrics.postDriverMetricUpdates(sparkContext, execution, planMetrics.values.toSeq)
  }

  override protected def doProduce(ctx: CodegenContext): String = codegenChild.produce(ctx, this)

  override def doConsume(ctx: CodegenContext, input: Seq[ExprCode], row: ExprCode): String =
    consume(ctx, input)

  override def needCopyResult: Boolean = codegenChild.needCopyResult

  private def codegenChild: CodegenSupport = child.asInstanceOf[CodegenSupport]

  override protected def withNewChildInternal(newChild: SparkPlan): StoreReadExec =
    copy(child = newChild)(taskMetrics, planMetrics)
}
