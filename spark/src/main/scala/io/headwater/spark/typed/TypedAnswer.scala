package io.headwater.spark
package typed

import io.headwater.store.storlet.StorletAnswer
import java.io.IOException
import org.apache.arrow.vector.{FieldVector, SmallIntVector, VarBinaryVector, VarCharVector}
import org.apache.arrow.vector.ipc.ArrowStreamReader
import org.apache.arrow.vector.ipc.message.MessageChannelReader
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnVector, ColumnarBatch}
import scala.jdk.CollectionConverters._

/** A typed answer of a storlet: `docs/reference/csv.md`, "Typed answers". Its memory is released at
  * its end, and at the end of the task at the latest.
  *
  * @param columns
  *   the answer's columns
  * @param parse
  *   parses a complete record as Spark does without pushdown
  */
class TypedAnswer(
    answer: StorletAnswer,
    columns: StructType,
    parse: Array[Byte] => Iterator[InternalRow]
) extends Iterator[ColumnarBatch]
    with AutoCloseable {
  private val allocator = SparkInternals.arrowAllocator("typed answer", TypedAnswer.MaxBytes)
  private val reader = new ArrowStreamReader(
    new MessageChannelReader(new BoundedChannel(answer.stream), allocator),
    allocator
  )
  private val unit = new RowBatches(columns)
  private val batches =
    Iterator.continually(reader.loadNextBatch()).takeWhile(identity).flatMap(_ => loaded())
  private var isClosed = false

  /** The bytes of complete records so far. */
  var bytesParsed: Long = 0

  Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => close()))

  override def hasNext: Boolean = !isClosed && (batches.hasNext || end())

  override def next(): ColumnarBatch = batches.next()

  /** The answer is complete only if its last frame follows the Arrow stream. */
  private def end(): Boolean = {
    if (answer.stream.read() >= 0)
      throw new IOException("a typed answer does not end with its stream")
    close()
    false
  }

  /** The rows of the batch that was loaded. */
  private def loaded(): Iterator[ColumnarBatch] = {
    val root = reader.getVectorSchemaRoot
    val vectors = root.getFieldVectors.asScala
    val typed = vectors.init.map(column).toArray
    if (!typed.map(_.dataType.catalogString).sameElements(columns.map(_.dataType.catalogString)))
      throw new IOException(s"a typed answer has other columns than ${columns.simpleString}")
    val batch = new ColumnarBatch(typed, root.getRowCount)
    vectors.last match {
      case records: VarBinaryVector if records.getNullCount == root.getRowCount =>
        Iterator.single(batch)
      case records: VarBinaryVector => unit.of(joined(batch, records))
      case other => throw new IOException(s"a typed answer has no records, but ${other.getField}")
    }
  }

  private def column(vector: FieldVector): ColumnVector =
    (vector, Option(vector.getField.getDictionary).map(_.getId)) match {
      case (_, None)                           => new ArrowColumnVector(vector)
      case (numbers: SmallIntVector, Some(id)) =>
        reader.lookup(id).getVector match {
          case texts: VarCharVector => new DictionaryColumn(numbers, texts)
          case other                =>
            throw new IOException(s"a typed answer has a dictionary of ${other.getField}")
        }
      case _ => throw new IOException(s"a typed answer has the dictionary of ${vector.getField}")
    }

  /** The rows of a batch with complete records among them. */
  private def joined(batch: ColumnarBatch, records: VarBinaryVector): Iterator[InternalRow] =
    Iterator.range(0, batch.numRows).flatMap { i =>
      if (records.isNull(i)) Iterator.single(batch.getRow(i))
      else {
        val record = records.get(i)
        bytesParsed += record.length
        parse(record)
      }
    }

  override def close(): Unit = if (!isClosed) {
    isClosed = true
    try reader.close()
    finally allocator.close()
  }
}

object TypedAnswer {

  /** Of a batch. It has about 1 MiB, or one longer record. */
  private val MaxBytes = 64L << 20
}
