package io.headwater.spark
package typed

import io.headwater.spark.pushdown.{SplitReader, StoreCall}
import io.headwater.store.storlet.StorletRefusedException
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** Reads splits as batches of columns, from typed answers. Rows that were read in another way are
  * converted to batches.
  *
  * @param query
  *   identifies the query
  * @param call
  *   the request for a typed answer
  * @param columns
  *   the columns that the query needs
  * @param isUntypedPushed
  *   whether an older storlet, which has no typed answers, is of use for the query
  */
abstract class BatchReader(
    query: String,
    call: StoreCall,
    columns: StructType,
    isUntypedPushed: Boolean,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader[ColumnarBatch](query, call.metrics, configuration, new RowBatches(columns)) {

  /** A function that parses complete records as Spark does without pushdown. */
  protected def recordParser: Array[Byte] => Iterator[InternalRow]

  /** The rows of a part of a split from an answer of text. */
  protected def textRows(part: PartitionedFile): Iterator[InternalRow]

  /** The rows of a part of a split, read without pushdown. */
  protected def rows(part: PartitionedFile): Iterator[InternalRow]

  /** Typed answers save Spark's parsing at every selectivity. */
  override protected def isSampled: Boolean = false

  override protected def plain(part: PartitionedFile): Iterator[ColumnarBatch] =
    new TimedIterator(batches(rows(part)), history.plainSpeed.record(part.length, _))

  override protected def isPushable(part: PartitionedFile): Boolean =
    (isUntypedPushed || isTyped(part)) && super.isPushable(part)

  override protected def pushed(part: PartitionedFile): Iterator[ColumnarBatch] =
    if (!isTyped(part)) batches(untyped(part))
    else
      try new TimedIterator(typed(part), history.pushedSpeed.record(part.length, _))
      catch {
        case refused: StorletRefusedException if TypedSupport.isLackedBy(refused) =>
          call.metrics.refused += 1
          TypedSupport.recordMissing(bucket(part), call.storlet)
          batches(untyped(part))
      }

  private def isTyped(part: PartitionedFile): Boolean =
    ArrowMemory.isUsable && !TypedSupport.isMissing(bucket(part), call.storlet)

  /** The rows of a part of a split for which the store has no typed answer. */
  private def untyped(part: PartitionedFile): Iterator[InternalRow] =
    if (isUntypedPushed) textRows(part)
    else {
      call.metrics.fallenBack += 1
      rows(part)
    }

  private def batches(rows: Iterator[InternalRow]): Iterator[ColumnarBatch] =
    new RowBatches(columns).of(rows)

  private def typed(part: PartitionedFile): Iterator[ColumnarBatch] = {
    val answer = call.send(part, conf)
    val typedAnswer = new TypedAnswer(answer, columns, recordParser)
    typedAnswer ++ Iterator.unfold(()) { _ =>
      call.record(answer, history, typedAnswer.bytesParsed)
      None
    }
  }
}
