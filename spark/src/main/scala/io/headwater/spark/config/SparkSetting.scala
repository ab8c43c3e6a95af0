package io.headwater.spark.config

/** A setting of a Spark session or an option of a read.
  *
  * @param name
  *   as a user writes it, without the prefix of a [[ScanSettings]] setting
  * @param unset
  *   the value of an unset setting, or a text for the documentation if it has none
  * @param description
  *   one line of the reference table
  */
case class SparkSetting[A](
    name: String,
    valueType: ValueType[A],
    unset: String,
    description: String
) {

  /** The default of a setting that has one. */
  def default: A = parse(s"default of $name", unset)

  /** The value among a read's options, whose names ignore case, if it is set.
    *
    * @param prefix
    *   of the name
    * @throws IllegalArgumentException
    *   if it is not a possible value
    */
  def find(options: Map[String, String], prefix: String = ""): Option[A] =
    options
      .collectFirst { case (each, text) if each.equalsIgnoreCase(prefix + name) => text }
      .map(parse(s"option $prefix$name", _))

  /** The value of a text.
    *
    * @param where
    *   the kind and the full name of the setting, for messages
    * @throws IllegalArgumentException
    *   if the text is not a possible value
    */
  def parse(where: String, text: String): A =
    valueType
      .parse(text)
      .getOrElse(
        throw new IllegalArgumentException(
          s"the $where is '$text', which is not ${valueType.expected}"
        )
      )
}
