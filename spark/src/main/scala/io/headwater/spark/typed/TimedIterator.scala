package io.headwater.spark.typed

/** The elements of an iterator.
  *
  * @param open
  *   begins to read them
  * @param record
  *   called once at their end, with the nanoseconds for which a reader waited for them
  */
class TimedIterator[A](open: => Iterator[A], record: Long => Unit) extends Iterator[A] {
  private var nanos = 0L
  private var isRecorded = false
  private val elements = timed(open)

  override def hasNext: Boolean = {
    val isLeft = timed(elements.hasNext)
    if (!isLeft && !isRecorded) {
      isRecorded = true
      record(nanos)
    }
    isLeft
  }

  override def next(): A = timed(elements.next())

  private def timed[B](action: => B): B = {
    val begin = System.nanoTime
    try action
    finally nanos += System.nanoTime - begin
  }
}
