package io.headwater.spark
package pushdown

import io.headwater.store.storlet.StorletAnswer
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits: the groups that the store computed, and one group for each
  * row that is read without pushdown.
  *
  * @param query
  *   identifies the query
  * @param call
  *   the request to the store
  */
abstract class AggregateReader(
    query: String,
    call: StoreCall,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query, call.metrics, configuration, RowUnit.Single) {

  /** One for each task, because each task deserializes a copy of this reader. */
  @transient private lazy val sumBound = new ExactSumBound

  /** The records of a response: the length of each in bytes, and its partial results. */
  protected def records(
      answer: StorletAnswer,
      partials: PartialRows
  ): Iterator[(Int, IterableOnce[InternalRow])]

  /** The rows of a part of a split, read without pushdown. */
  protected def rows(part: PartitionedFile): Iterator[InternalRow]

  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    val rows =
      BufferedAnswer.rows(part, history)(
        records(answer, new PartialRows(aggregate, sumBound.addGrouped))
      )
    call.record(answer, history)
    rows
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] =
    new PartialRows(aggregate, sumBound.addSingle).singles(rows(part))
}
