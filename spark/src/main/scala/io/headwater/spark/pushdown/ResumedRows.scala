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
  * @param unit
  *   what the iterator returns at once
  * @param first
  *   opens the rows from their beginning
  * @param alternative
  *   another way to open them after a failure, or None to report the failure
  */
class ResumedRows[A](
    unit: RowUnit[A],
    first: () => Iterator[A],
    alternative: Throwable => Option[() => Iterator[A]]
) extends Iterator[A] {
  private var open = first
  private var current = Option.empty[Iterator[A]]
  private var consumed = 0L

  /** Reads the next rows ahead. [[next]] then cannot fail. */
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

  override def next(): A = {
    if (!hasNext) throw new NoSuchElementException("there are no more rows")
    val next = rows().next()
    consumed += unit.rows(next)
    next
  }

  private def rows(): Iterator[A] = current.getOrElse {
    val rows = unit.drop(open(), consumed)
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

/** What a reader returns at once: a row, or a batch of rows. */
trait RowUnit[A] extends Serializable {

  /** The number of rows of a unit. */
  def rows(unit: A): Int

  /** The units without their first rows. */
  def drop(units: Iterator[A], rows: Long): Iterator[A]
}

object RowUnit {

  /** Single rows. */
  object Single extends RowUnit[InternalRow] {
    override def rows(row: InternalRow): Int = 1

    override def drop(rows: Iterator[InternalRow], count: Long): Iterator[InternalRow] = {
      var dropped = 0L
      while (dropped < count && rows.hasNext) {
        rows.next()
        dropped += 1
      }
      rows
    }
  }
}
