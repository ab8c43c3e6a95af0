package io.headwater.spark

/** Takes each step when its element is needed, and no step after the last element. */
private[spark] class Unfolded[A, S](first: S, step: S => Option[(A, S)]) extends Iterator[A] {
  private lazy val start = step(first)
  private var rest: () => Option[(A, S)] = () => start

  override def hasNext: Boolean = rest().isDefined

  override def next(): A = {
    val (element, state) = rest().getOrElse(throw new NoSuchElementException("the last element"))
    lazy val following = step(state)
    rest = () => following
    element
  }
}
