package io.headwater.spark.pushdown

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** A format whose reader requests partial aggregates from the store. The reader's schema consists
  * of the groups and Spark's aggregation buffers. Two formats are equal if their aggregates are
  * equal, regardless of the metrics.
  */
trait AggregatingFormat extends PushdownFileFormat {

  /** The requested aggregate. */
  def aggregate: PushedAggregate

  override def limit: Option[Int] = None

  override protected def required(schema: StructType, partials: StructType): StructType =
    aggregate.required(schema)

  /** If the store cannot compute the aggregates, no scan has this format. */
  override protected def isPushed(plan: StorePlan): Boolean = true

  override protected def reader(
      plan: StorePlan,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader[InternalRow] = plan.aggregateReader(aggregate, metrics, configuration)

  override def equals(other: Any): Boolean = other match {
    case that: AggregatingFormat => canEqual(that) && aggregate == that.aggregate
    case _                       => false
  }

  override def hashCode: Int = aggregate.hashCode
}
