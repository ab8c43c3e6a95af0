package scala.jdk

import java.util.Optional

/** Scala 2.13's conversions between options, for Scala 2.12. */
object OptionConverters {
  implicit class RichOptional[A](private val option: Optional[A]) extends AnyVal {
    def toScala: Option[A] = if (option.isPresent) Some(option.get) else None
  }

  implicit class RichOption[A](private val option: Option[A]) extends AnyVal {
    def toJava: Optional[A] = option.fold(Optional.empty[A])(Optional.of(_))
  }
}
