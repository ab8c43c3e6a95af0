package io.headwater.spark.pushdown

import java.io.IOException
import org.apache.spark.sql.catalyst.InternalRow
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

class ResumedRowsTest {

  /** The numbers from 0 to 9, of which those from `broken` on cannot be read. */
  private def numbers(broken: Int): Iterator[InternalRow] = Iterator.range(0, 10).map { n =>
    if (n >= broken) throw new IOException(s"row $n")
    InternalRow(n)
  }

  private def values(rows: Iterator[InternalRow]): Seq[Int] = rows.map(_.getInt(0)).toSeq

  @Test
  def rowsContinueAfterTheLastConsumedOne(): Unit = {
    var opened = 1
    val rows = new ResumedRows[InternalRow](
      RowUnit.Single,
      () => ahead(numbers(4)),
      _ => {
        opened += 1
        Some(() => ahead(numbers(if (opened < 3) 7 else 10)))
      }
    )
    assertEquals(Seq.range(0, 10), values(rows))
    assertEquals(3, opened)
  }

  @Test
  def withoutAnotherWayTheFailureIsReported(): Unit = {
    val rows = new ResumedRows[InternalRow](RowUnit.Single, () => ahead(numbers(2)), _ => None)
    assertThrows(classOf[IOException], () => values(rows))
    ()
  }

  /** Reads each row in `hasNext`, as readers of splits do. */
  private def ahead(rows: Iterator[InternalRow]): Iterator[InternalRow] =
    rows.flatMap(Iterator.single(_))
}
