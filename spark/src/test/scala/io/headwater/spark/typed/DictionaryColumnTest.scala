package io.headwater.spark.typed

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.arrow.memory.RootAllocator
import org.apache.arrow.vector.{SmallIntVector, VarCharVector}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.Using

class DictionaryColumnTest {
  private def column[A](texts: Seq[String], numbers: Seq[Option[Int]])(
      use: DictionaryColumn => A
  ): A =
    Using.Manager { manager =>
      val allocator = manager(new RootAllocator)
      val dictionary = manager(new VarCharVector("texts", allocator))
      texts.zipWithIndex.foreach { case (text, i) => dictionary.setSafe(i, text.getBytes(UTF_8)) }
      dictionary.setValueCount(texts.length)
      val vector = manager(new SmallIntVector("numbers", allocator))
      vector.allocateNew(numbers.length)
      numbers.zipWithIndex.foreach {
        case (Some(number), i) => vector.set(i, number)
        case (None, i)         =>
          vector.set(i, 0)
          vector.setNull(i)
      }
      vector.setValueCount(numbers.length)
      use(new DictionaryColumn(vector, dictionary))
    }.get

  @Test
  def rowsHaveTheTextsOfTheirNumbers(): Unit =
    column(Seq("Delft", "", "Größe"), Seq(Some(2), None, Some(0), Some(1), Some(2))) { column =>
      val texts = (0 until 5).map(row => Option(column.getUTF8String(row)).map(_.toString))
      assertEquals(Seq(Some("Größe"), None, Some("Delft"), Some(""), Some("Größe")), texts)
      assertEquals(Seq(1), (0 until 5).filter(column.isNullAt))
      assertTrue(column.hasNull)
      assertEquals(1, column.numNulls)
    }

  @Test
  def aColumnOfNullsNeedsNoTexts(): Unit =
    column(Seq.empty, Seq(None, None))(column => assertTrue(column.isNullAt(1)))

  @Test
  def aNumberBeyondTheDictionaryIsAnError(): Unit =
    for (number <- Seq(2, -1)) {
      val numbers = Seq(Some(0), Some(number))
      assertThrows(classOf[IOException], () => column(Seq("a", "b"), numbers)(_ => ()))
    }
}
