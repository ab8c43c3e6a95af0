package io.headwater

import scala.util.Try
import scala.util.matching.Regex

/** Methods of Scala 2.13's library for Scala 2.12. Files that use one begin with `package
  * io.headwater.spark` on a separate line, which makes this object's members visible.
  */
package object spark {
  type IterableOnce[+A] = TraversableOnce[A]

  implicit class OptionFactory(private val factory: Option.type) extends AnyVal {
    def when[A](condition: Boolean)(value: => A): Option[A] = if (condition) Some(value) else None
    def unless[A](condition: Boolean)(value: => A): Option[A] = when(!condition)(value)
  }

  implicit class IteratorFactory(private val factory: Iterator.type) extends AnyVal {
    def unfold[A, S](first: S)(step: S => Option[(A, S)]): Iterator[A] = new Unfolded(first, step)
  }

  implicit class SeqMethods[A](private val seq: Seq[A]) extends AnyVal {
    def maxOption(implicit order: Ordering[A]): Option[A] =
      if (seq.isEmpty) None else Some(seq.max)
    def groupMap[K, B](key: A => K)(value: A => B): Map[K, Seq[B]] =
      seq.groupBy(key).map { case (each, group) => each -> group.map(value) }
  }

  implicit class TextMethods(private val text: String) extends AnyVal {
    def toBooleanOption: Option[Boolean] = Try(text.toBoolean).toOption
    def toDoubleOption: Option[Double] = Try(text.toDouble).toOption
    def toFloatOption: Option[Float] = Try(text.toFloat).toOption
  }

  implicit class RegexMethods(private val regex: Regex) extends AnyVal {
    def matches(text: CharSequence): Boolean = regex.pattern.matcher(text).matches
  }

  implicit class DoubleMethods(private val number: Double) extends AnyVal {
    def isFinite: Boolean = java.lang.Double.isFinite(number)
  }

  implicit class FloatMethods(private val number: Float) extends AnyVal {
    def isFinite: Boolean = java.lang.Float.isFinite(number)
  }
}
