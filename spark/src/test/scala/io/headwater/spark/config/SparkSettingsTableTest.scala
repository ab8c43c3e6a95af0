package io.headwater.spark.config

import io.headwater.testing.GeneratedTable
import org.junit.jupiter.api.Test

/** The reference tables of Spark's settings, which `make tables` writes into the documentation. */
class SparkSettingsTableTest {

  @Test
  def thePageHasTheSettingsOfScans(): Unit =
    GeneratedTable.check("settings of scans", table("NAME", ScanSettings.All))

  @Test
  def thePageHasTheOptionsOfTheFormatStorlet(): Unit =
    GeneratedTable.check("options of the format storlet", table("option", StorletOptions.All))

  private def table(heading: String, settings: Seq[SparkSetting[_]]): String =
    s"| $heading | type | default | description |\n|---|---|---|---|\n" + settings.map(row).mkString

  private def row(setting: SparkSetting[_]): String =
    s"| `${setting.name}` | ${typeName(setting.valueType)} | ${setting.unset} | ${setting.description} |\n"

  private def typeName(valueType: ValueType[_]): String = valueType match {
    case ValueType.Choice(words @ _*) => words.map(word => s"`${word._1}`").mkString(", ")
    case other                        => other.name
  }
}
