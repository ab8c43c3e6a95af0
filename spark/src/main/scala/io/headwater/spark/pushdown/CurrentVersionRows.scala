package io.headwater.spark.pushdown

import io.headwater.fs.read.ReplacedFileException

/** The rows of a split of the planned version of a file. If the file was replaced before the first
  * row is returned, the rows of the current version. Spark without pushdown reads that one too.
  * After the first row, a replaced file is an error: a reader never mixes two versions.
  *
  * @param current
  *   opens the rows of the version that exists now
  */
class CurrentVersionRows[A](planned: Iterator[A], current: () => Iterator[A]) extends Iterator[A] {
  private var rows = planned
  private var isFixed = false

  override def hasNext: Boolean =
    try rows.hasNext
    catch {
      case _: ReplacedFileException if !isFixed =>
        isFixed = true
        rows = current()
        rows.hasNext
    }

  override def next(): A = {
    if (!isFixed && !hasNext) throw new NoSuchElementException("there are no more rows")
    isFixed = true
    rows.next()
  }
}
