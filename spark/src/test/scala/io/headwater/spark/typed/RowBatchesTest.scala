package io.headwater.spark.typed

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types.{ArrayType, LongType, StringType, StructType}
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.unsafe.types.UTF8String
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class RowBatchesTest {
  private val unit = new RowBatches(new StructType().add("n", LongType).add("text", StringType))

  private def rows(count: Int, length: Int): Iterator[InternalRow] =
    Iterator.range(0, count).map { n =>
      InternalRow(n.toLong, if (n % 3 == 0) null else UTF8String.fromString("x" * length))
    }

  private def numbers(batches: Iterator[ColumnarBatch]): Seq[Long] =
    batches.flatMap(_.rowIterator.asScala.map(_.getLong(0)).toSeq).toSeq

  @Test
  def batchesHaveAllRowsInOrder(): Unit =
    assertEquals(Seq.range(0L, 10000L), numbers(unit.of(rows(10000, 5))))

  @Test
  def aBatchOfLongTextsHasFewRows(): Unit = {
    val sizes = unit.of(rows(60, 1 << 19)).map(_.numRows).toSeq
    assertEquals(60, sizes.sum)
    assertTrue(sizes.forall(_ <= 4), sizes.toString)
  }

  @Test
  def aBatchOfLongNestedValuesHasFewRows(): Unit = {
    val lists = new RowBatches(new StructType().add("list", ArrayType(StringType)))
    val text = UTF8String.fromString("x" * (1 << 19))
    val long = Iterator.fill(60)(InternalRow(new GenericArrayData(Array[Any](text, null))))
    val sizes = lists.of(long).map(_.numRows).toSeq
    assertEquals(60, sizes.sum)
    assertTrue(sizes.forall(_ <= 4), sizes.toString)
  }

  @Test
  def theFirstRowsAreDroppedAtEveryPlace(): Unit =
    Seq(0, 1, 4095, 4096, 4097, 9999, 10000).foreach { dropped =>
      val found = numbers(unit.drop(unit.of(rows(10000, 5)), dropped.toLong))
      assertEquals(Seq.range(dropped.toLong, 10000L), found)
    }

  @Test
  def aFailureFollowsTheRowsBeforeIt(): Unit = {
    val broken = rows(10, 5).map { row =>
      if (row.getLong(0) == 7) throw new IllegalStateException("row 7")
      row
    }
    val batches = unit.of(broken)
    assertEquals(Seq.range(0L, 7L), numbers(Iterator.single(batches.next())))
    assertThrows(classOf[IllegalStateException], () => batches.hasNext)
    ()
  }
}
