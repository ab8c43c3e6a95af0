package io.headwater.spark
package config

/** The form of a setting's values.
  *
  * @param name
  *   in the reference table
  * @param expected
  *   the possible values, for messages
  */
sealed abstract class ValueType[A](val name: String, val expected: String) {

  /** The value of a text, or None if the text is not a possible value. */
  def parse(text: String): Option[A]
}

object ValueType {

  case object Flag extends ValueType[Boolean]("flag", "true or false") {
    override def parse(text: String): Option[Boolean] = text.trim.toBooleanOption
  }

  case object Text extends ValueType[String]("text", "a text") {
    override def parse(text: String): Option[String] = Some(text)
  }

  /** Names, separated by commas. */
  case object Names extends ValueType[Seq[String]]("list", "a list of names") {
    override def parse(text: String): Option[Seq[String]] =
      Some(text.split(",").map(_.trim).toSeq).filter(names => names.nonEmpty && !names.contains(""))
  }

  /** One of several words, in either case, each of which represents a value. */
  case class Choice[A](words: (String, A)*)
      extends ValueType[A]("choice", s"one of ${words.map(_._1).mkString(", ")}") {
    override def parse(text: String): Option[A] =
      words.collectFirst { case (word, value) if word.equalsIgnoreCase(text.trim) => value }
  }
}
