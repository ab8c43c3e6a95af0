package io.headwater.spark

import io.headwater.store.concurrent.RequestTally
import org.apache.spark.SparkContext

/** The requests of the tasks of a write, as accumulators of its stage. Spark's UI shows them, and
  * the event log has them. As with all named accumulators, attempts that fail are not counted.
  */
private class WriteRequests(context: SparkContext) extends Serializable {
  private val sent = context.longAccumulator("requests of the writing tasks")
  private val failed = context.longAccumulator("requests of the writing tasks, failed")

  @transient private var sentBefore = 0L
  @transient private var failedBefore = 0L

  /** A task attempt begins in this thread. */
  def begin(): Unit = {
    sentBefore = RequestTally.current.sent
    failedBefore = RequestTally.current.failed
  }

  /** It has committed. */
  def end(): Unit = {
    sent.add(RequestTally.current.sent - sentBefore)
    failed.add(RequestTally.current.failed - failedBefore)
  }
}
