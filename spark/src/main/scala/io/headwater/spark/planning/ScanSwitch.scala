package io.headwater.spark.planning

/** The names of the switches of a scan: `headwater.NAME` as an option of the read,
  * `spark.headwater.NAME` as a setting of the session.
  */
object ScanSwitch {
  val Aggregates = "pushdown.aggregates"
  val FloatingSums = "pushdown.floatingSums"
  val Pushdown = "pushdown"
  val Skipping = "skipping"

  /** The option of the read. */
  def option(name: String): String = s"headwater.$name"

  /** The setting of the session. */
  def setting(name: String): String = s"spark.${option(name)}"
}
