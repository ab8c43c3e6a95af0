package io.headwater.spark.pushdown

/** A format whose reader asks the store for partial aggregates. The schema that the reader is asked
  * for is that of the groups and of Spark's buffers. Two are the same if they come to the same
  * aggregates, whatever the metrics.
  */
trait AggregatingFormat extends AskingFormat {

  /** What is asked for. */
  def aggregate: PushedAggregate

  override def limit: Option[Int] = None

  override def equals(other: Any): Boolean = other match {
    case that: AggregatingFormat => canEqual(that) && aggregate == that.aggregate
    case _                       => false
  }

  override def hashCode: Int = aggregate.hashCode
}
