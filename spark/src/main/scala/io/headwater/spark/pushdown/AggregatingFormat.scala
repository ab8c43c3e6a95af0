package io.headwater.spark.pushdown

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** A format whose reader asks the store for partial aggregates. The schema that the reader is asked
  * for is that of the groups and of Spark's buffers. Two are the same if they come to the same
  * aggregates, whatever the metrics.
  */
trait AggregatingFormat extends AskingFormat {

  /** What is asked for. */
  def aggregate: PushedAggregate

  override def limit: Option[Int] = None

  override protected def required(schema: StructType, partials: StructType): StructType =
    aggregate.required(schema)

  /** Where the store cannot be asked for aggregates, no scan has this format. */
  override protected def asks(plan: StorePlan): Boolean = true

  override protected def reader(
      plan: StorePlan,
      configuration: Broadcast[SerializableConfiguration]
  ): SplitReader = plan.aggregateReader(aggregate, metrics, configuration)

  override def equals(other: Any): Boolean = other match {
    case that: AggregatingFormat => canEqual(that) && aggregate == that.aggregate
    case _                       => false
  }

  override def hashCode: Int = aggregate.hashCode
}
