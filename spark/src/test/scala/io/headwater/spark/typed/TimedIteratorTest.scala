package io.headwater.spark.typed

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

class TimedIteratorTest {
  @Test
  def aReaderWaitsForElementsOnlyWhileItAsksForThem(): Unit = {
    var recorded = Seq.empty[Long]
    val begin = System.nanoTime
    val elements = new TimedIterator(Iterator(1, 2, 3), waited => recorded :+= waited)
    assertEquals(Seq(1, 2, 3), elements.toSeq)
    assertFalse(elements.hasNext)
    assertEquals(1, recorded.length)
    assertTrue(recorded.head <= System.nanoTime - begin)
  }
}
