package io.headwater.spark.config

/** The format of storlets' responses.
  *
  * @param name
  *   in the option `output`
  */
sealed abstract class StorletOutput(val name: String) extends Serializable

object StorletOutput {
  case object Text extends StorletOutput("text")
  case object Json extends StorletOutput("json")
  case object Csv extends StorletOutput("csv")
  case object Binary extends StorletOutput("binary")

  val All: Seq[StorletOutput] = Seq(Text, Json, Csv, Binary)
}
