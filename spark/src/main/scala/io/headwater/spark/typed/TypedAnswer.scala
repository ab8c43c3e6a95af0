package io.headwater.spark
package typed

import io.headwater.store.storlet.StorletAnswer
import java.io.{IOException, PushbackInputStream}
import org.apache.arrow.vector.{FieldVector, SmallIntVector, VarBinaryVector, VarCharVector}
import org.apache.arrow.vector.ipc.ArrowStreamReader
import org.apache.arrow.vector.ipc.message.MessageChannelReader
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnVector, ColumnarBatch}
import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Try

/** A typed answer of a storlet: `docs/reference/csv.md`, "Typed answers". Its memory is released at
  * its end, when it breaks off, and at the end of the task at the latest.
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
  import TypedAnswer._
  private val allocator = SparkInternals.arrowAllocator("typed answer", MaxBytes)
  private val streams = new PushbackInputStream(answer.stream)
  private var reader = opened()
  private val unit = new RowBatches(columns)
  private val batches =
    Iterator.continually(load()).takeWhile(identity).flatMap(_ => loaded())
  private var isClosed = false

  /** The bytes of complete records so far. */
  var bytesParsed: Long = 0

  Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => close()))

  override def hasNext: Boolean = !isClosed && (isBatchNext || end())

  override def next(): ColumnarBatch = batches.next()

  /** If the answer breaks off, its memory is released at once: another answer continues it. */
  private def isBatchNext: Boolean =
    try batches.hasNext
    catch {
      case broken: Throwable =>
        Try(close()).failed.foreach(broken.addSuppressed)
        throw broken
    }

  private def end(): Boolean = {
    close()
    false
  }

  /** A reader of the next Arrow stream. */
  private def opened(): ArrowStreamReader =
    new ArrowStreamReader(
      new MessageChannelReader(new BoundedChannel(streams), allocator),
      allocator
    )

  /** Loads the next batch, of this Arrow stream or of the next one. */
  @tailrec private def load(): Boolean = reader.loadNextBatch() || (hasNextStream && load())

  /** Whether another Arrow stream follows. Then it becomes the reader's. The answer is complete
    * only if its last frame follows instead.
    */
  private def hasNextStream: Boolean = {
    val first = streams.read()
    if (first >= 0) {
      streams.unread(first)
      reader.close(false)
      reader = opened()
    }
    first >= 0
  }

  /** The rows of the batch that was loaded. */
  private def loaded(): Iterator[ColumnarBatch] = {
    val root = reader.getVectorSchemaRoot
    val (records, vectors) = root.getFieldVectors.asScala.partition(_.getName == Record)
    val typed = vectors.map(column).toArray
    if (!typed.map(_.dataType.catalogString).sameElements(columns.map(_.dataType.catalogString)))
      throw new IOException(s"a typed answer has other columns than ${columns.simpleString}")
    val batch = new ColumnarBatch(typed, root.getRowCount)
    records.headOption match {
      case None                           => Iterator.single(batch)
      case Some(records: VarBinaryVector) => unit.of(joined(batch, records))
      case Some(other)                    =>
        throw new IOException(s"a typed answer has no records, but ${other.getField}")
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

  /** The column of complete records. */
  private val Record = "record"

  /** Of a batch. It has about 1 MiB, or one longer record. */
  private val MaxBytes = 64L << 20
}
