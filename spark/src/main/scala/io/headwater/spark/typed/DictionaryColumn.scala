package io.headwater.spark.typed

import java.io.IOException
import java.nio.{ByteBuffer, ByteOrder}
import org.apache.arrow.vector.{SmallIntVector, VarCharVector}
import org.apache.spark.sql.types.{Decimal, StringType}
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarArray, ColumnarMap}
import org.apache.spark.unsafe.types.UTF8String

/** A column of texts that a dictionary has. Texts are those of Arrow's memory, and are not copied.
  *
  * @param numbers
  *   the number of each row's text
  */
class DictionaryColumn(numbers: SmallIntVector, dictionary: VarCharVector)
    extends ColumnVector(StringType) {
  private val texts = Array.tabulate(dictionary.getValueCount) { number =>
    val start = dictionary.getStartOffset(number)
    val length = dictionary.getEndOffset(number) - start
    UTF8String.fromAddress(null, dictionary.getDataBuffer.memoryAddress + start, length)
  }

  private val rows = {
    val numbered = new Array[Short](numbers.getValueCount)
    val bytes = new Array[Byte](numbered.length * java.lang.Short.BYTES)
    numbers.getDataBuffer.getBytes(0, bytes)
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer.get(numbered)
    numbered
  }

  check()

  /** Rows that are null have the number 0. A loop, because collections box each number. */
  private def check(): Unit = {
    val known = texts.length.max(1)
    var row = 0
    while (row < rows.length) {
      if (rows(row) < 0 || rows(row) >= known)
        throw new IOException(s"a typed answer has a number beyond its dictionary: ${rows(row)}")
      row += 1
    }
  }

  override val numNulls: Int = numbers.getNullCount

  override val hasNull: Boolean = numNulls > 0

  override def isNullAt(row: Int): Boolean = hasNull && numbers.isNull(row)

  override def getUTF8String(row: Int): UTF8String =
    if (isNullAt(row)) null else texts(rows(row).toInt)

  override def getBinary(row: Int): Array[Byte] =
    if (isNullAt(row)) null else texts(rows(row).toInt).getBytes

  /** The answer owns the memory. */
  override def close(): Unit = ()

  override def getBoolean(row: Int): Boolean = noText
  override def getByte(row: Int): Byte = noText
  override def getShort(row: Int): Short = noText
  override def getInt(row: Int): Int = noText
  override def getLong(row: Int): Long = noText
  override def getFloat(row: Int): Float = noText
  override def getDouble(row: Int): Double = noText
  override def getArray(row: Int): ColumnarArray = noText
  override def getMap(row: Int): ColumnarMap = noText
  override def getDecimal(row: Int, precision: Int, scale: Int): Decimal = noText
  override def getChild(ordinal: Int): ColumnVector = noText

  private def noText: Nothing = throw new UnsupportedOperationException("the column has texts")
}
