package io.headwater.spark.json

import com.fasterxml.jackson.databind.node.TextNode
import io.headwater.spark.pushdown.{AggregatingFormat, PushedAggregate, ReadMetrics}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.ExprUtils
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** JSON lines as partial aggregates of their rows. */
class JsonAggregateFormat(override val aggregate: PushedAggregate, metrics: ReadMetrics)
    extends JsonFileFormat
    with AggregatingFormat {

  override def buildReader(
      session: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      partials: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sql = getSqlConf(session)
    val parsed = JsonPlan.options(sql, options)
    val required = aggregate.required(dataSchema)
    val plan = new JsonPlan(sql, parsed, dataSchema, required, filters)
    val document = aggregate.document(column => TextNode.valueOf(JsonPlan.path(column.name)))
    ExprUtils.verifyColumnNameOfCorruptRecord(dataSchema, parsed.columnNameOfCorruptRecord)
    val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    val query = plan.query(metrics, "aggregate" -> document.toString)
    new JsonAggregateReader(query, aggregate, shared)
  }
}
