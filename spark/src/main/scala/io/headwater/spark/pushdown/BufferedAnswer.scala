package io.headwater.spark
package pushdown

import java.io.IOException
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import scala.collection.mutable

/** Reads a response in full before it returns the first row. Reading without pushdown returns other
  * rows, so it could not continue after some of them.
  */
object BufferedAnswer {
  private val MaxBytes = 32L << 20

  /** The minimum memory of a record in addition to its bytes. */
  private val Overhead = 64

  /** The rows of a response. Throws IOException if the response is too long for memory.
    *
    * @param records
    *   the length of each record in bytes, and its rows
    */
  def rows(part: PartitionedFile, history: PushdownCostModel)(
      records: Iterator[(Int, IterableOnce[InternalRow])]
  ): Iterator[InternalRow] = {
    val rows = mutable.ArrayBuffer.empty[InternalRow]
    var length = 0L
    records.foreach { case (bytes, converted) =>
      length += bytes + Overhead
      if (length > MaxBytes) {
        history.record(MaxBytes, MaxBytes)
        throw new IOException(
          s"the answer for $part is longer than $MaxBytes bytes; reading it without pushdown"
        )
      }
      rows ++= converted
    }
    rows.iterator
  }
}
