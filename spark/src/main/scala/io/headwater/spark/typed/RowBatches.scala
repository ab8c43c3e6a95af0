package io.headwater.spark
package typed

import io.headwater.spark.pushdown.RowUnit
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.headwater.RowsToColumns
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector
import org.apache.spark.sql.types._
import org.apache.spark.sql.vectorized.ColumnarBatch
import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

/** Batches of rows with some columns. */
class RowBatches(columns: StructType) extends RowUnit[ColumnarBatch] {
  import RowBatches._

  private val texts = columns.indices.filter(index => hasText(columns(index).dataType))

  override def rows(batch: ColumnarBatch): Int = batch.numRows

  override def drop(batches: Iterator[ColumnarBatch], rows: Long): Iterator[ColumnarBatch] = {
    var left = rows
    batches.flatMap { batch =>
      val dropped = left.min(batch.numRows).toInt
      left -= dropped
      if (dropped == 0) Iterator.single(batch)
      else of(batch.rowIterator.asScala.drop(dropped))
    }
  }

  /** The same rows as batches of limited length. Each overwrites the previous one. */
  def of(rows: Iterator[InternalRow]): Iterator[ColumnarBatch] = new Batches(rows)

  /** A function that counts the bytes of a row's values of variable length, or of all its values.
    */
  private def counter: InternalRow => Int =
    if (columns.forall(column => hasText(column.dataType) || hasFixedLength(column.dataType)))
      row => texts.iterator.filterNot(row.isNullAt).map(row.getUTF8String(_).numBytes).sum
    else {
      val projection = UnsafeProjection.create(columns)
      row => projection(row).getSizeInBytes
    }

  /** Reads a batch ahead in [[hasNext]], so that [[next]] cannot fail. A row that fails is an error
    * only after the rows before it, because a query with a limit may never reach it.
    */
  private class Batches(rows: Iterator[InternalRow]) extends Iterator[ColumnarBatch] {
    private val converter = new RowsToColumns(columns)
    private val bytes = counter
    private val vectors = OnHeapColumnVector.allocateColumns(MaxRows, columns)
    private val batch = new ColumnarBatch(vectors.toArray)
    private var isRead = false
    private var failure = Option.empty[Throwable]

    override def hasNext: Boolean = {
      if (!isRead) failure.foreach(throw _)
      if (!isRead && rows.hasNext) read()
      isRead
    }

    override def next(): ColumnarBatch = {
      if (!hasNext) throw new NoSuchElementException("there are no more batches")
      isRead = false
      batch
    }

    private def read(): Unit = {
      vectors.foreach(_.reset())
      var count = 0
      try {
        var length = 0L
        while (count < MaxRows && length < MaxBytes && rows.hasNext) {
          val row = rows.next()
          converter.add(row, vectors)
          length += bytes(row)
          count += 1
        }
      } catch {
        case NonFatal(error) if count > 0 => failure = Some(error)
      }
      batch.setNumRows(count)
      isRead = true
    }
  }
}

object RowBatches {

  /** A reader of batches, by a reader of rows. */
  def reader(
      columns: StructType,
      rows: PartitionedFile => Iterator[InternalRow]
  ): PartitionedFile => Iterator[ColumnarBatch] = file => new RowBatches(columns).of(rows(file))

  private val MaxRows = 4096

  /** Of values. One row may be longer. */
  private val MaxBytes = 1 << 20

  private def hasText(dataType: DataType): Boolean = dataType.isInstanceOf[StringType]

  private def hasFixedLength(dataType: DataType): Boolean =
    UnsafeRow.isFixedLength(dataType) || dataType.isInstanceOf[DecimalType]
}
