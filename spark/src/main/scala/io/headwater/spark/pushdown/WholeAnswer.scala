package io.headwater.spark.pushdown

import java.io.IOException
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import scala.collection.mutable

/** Takes an answer whole before its first row is told: where a plain reading brings other rows, it
  * could not go on behind one that was.
  */
object WholeAnswer {
  private val Longest = 32L << 20

  /** What a record takes in memory beside its bytes, at least. */
  private val Overhead = 64

  /** The rows of an answer. Raises IOException if it is too long to be held.
    *
    * @param records
    *   how many bytes each has, and its rows
    */
  def rows(part: PartitionedFile, history: PushHistory)(
      records: Iterator[(Int, IterableOnce[InternalRow])]
  ): Iterator[InternalRow] = {
    val rows = mutable.ArrayBuffer.empty[InternalRow]
    var length = 0L
    records.foreach { case (bytes, made) =>
      length += bytes + Overhead
      if (length > Longest) {
        history.note(Longest, Longest)
        throw new IOException(s"the answer for $part takes more than $Longest bytes: not worth it")
      }
      rows ++= made
    }
    rows.iterator
  }
}
