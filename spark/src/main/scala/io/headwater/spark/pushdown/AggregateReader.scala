package io.headwater.spark.pushdown

import io.headwater.store.storlet.StorletAnswer
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits: groups that the store worked out, and a group of its own for
  * each row that is read here.
  *
  * @param query
  *   tells queries apart
  * @param call
  *   the request that asks the store
  */
abstract class AggregateReader(
    query: String,
    call: StoreCall,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query, call.metrics, configuration) {

  /** A task's, whose reader this is a copy of. */
  @transient private lazy val reached = new ReachedSum

  /** The records of an answer: how many bytes each has, and the partial results of it. */
  protected def records(
      answer: StorletAnswer,
      partials: PartialRows
  ): Iterator[(Int, IterableOnce[InternalRow])]

  /** The rows of a part of a split, read plainly. */
  protected def rows(part: PartitionedFile): Iterator[InternalRow]

  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    val whole =
      WholeAnswer.rows(part, history)(records(answer, new PartialRows(aggregate, reached.require)))
    call.note(answer, history)
    whole
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] =
    new PartialRows(aggregate, reached.note).singles(rows(part))
}
