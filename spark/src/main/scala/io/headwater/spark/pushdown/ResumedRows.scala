package io.headwater.spark.pushdown

import java.io.InterruptedIOException
import org.apache.spark.TaskKilledException
import org.apache.spark.sql.catalyst.InternalRow
import scala.annotation.tailrec
import scala.util.control.NonFatal

/** The rows of a part of a file, which can be read in several ways. Every way returns the same rows
  * in the same order. If one fails midway, the next continues after the last consumed row. No row
  * is lost or duplicated.
  *
  * @param first
  *   opens the rows from their beginning
  * @param alternative
  *   another way to open them after a failure, or None to report the failure
  */
class ResumedRows(
    first: () => Iterator[InternalRow],
    alternative: Throwable => Option[() => Iterator[InternalRow]]
) extends Iterator[InternalRow] {
  private var open = first
  private var current = Option.empty[Iterator[InternalRow]]
  private var consumed = 0

  /** Reads the next row ahead. [[next]] then cannot fail. */
  @tailrec
  override final def hasNext: Boolean = {
    val answer =
      try Some(rows().hasNext)
      catch {
        case NonFatal(failure) if !ResumedRows.isInterrupt(failure) =>
          open = alternative(failure).getOrElse(throw failure)
          current = None
          None
      }
    answer match {
      case Some(known) => known
      case None        => hasNext
    }
  }

  override def next(): InternalRow = {
    if (!hasNext) throw new NoSuchElementException("there are no more rows")
    val row = rows().next()
    consumed += 1
    row
  }

  private def rows(): Iterator[InternalRow] = current.getOrElse {
    val rows = open().drop(consumed)
    current = Some(rows)
    rows
  }
}

object ResumedRows {
  private def isInterrupt(failure: Throwable): Boolean = failure match {
    case _: InterruptedIOException | _: TaskKilledException => Thread.currentThread().isInterrupted
    case _                                                  => false
  }
}
