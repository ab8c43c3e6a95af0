package io.headwater.spark.storlet

import io.headwater.spark.config.StorletOutput
import io.headwater.spark.storlet.StorletQuery.Stage
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** How the options of the format `storlet` are parsed, and which are rejected. */
class StorletQueryTest {

  @Test
  def defaults(): Unit =
    assertEquals(
      StorletQuery(Seq(Stage("grep", Nil)), bySplit = false, StorletOutput.Text, false),
      StorletQuery.of(Map("storlet" -> "grep"))
    )

  @Test
  def namesAndWordsIgnoreCase(): Unit = {
    val options = Map("Storlet" -> "grep", "SPLIT" -> "Records", "Output" -> "JSON")
    assertEquals(
      StorletQuery(Seq(Stage("grep", Nil)), bySplit = true, StorletOutput.Json, true),
      StorletQuery.of(options + ("mode" -> "permissive"))
    )
  }

  @Test
  def eachStorletHasItsParametersInTheOrderOfTheirNames(): Unit = {
    val options = Map(
      "storlet" -> "decompress, csv",
      "param.2.lineSep" -> ";",
      "PARAM.2.columns" -> "1",
      "param.level" -> "9"
    )
    assertEquals(
      Seq(
        Stage("decompress", Seq("level" -> "9")),
        Stage("csv", Seq("columns" -> "1", "lineSep" -> ";"))
      ),
      StorletQuery.of(options).stages
    )
  }

  @Test
  def namesOfStorletsAreRequired(): Unit =
    for (options <- Seq(Map.empty[String, String]) ++ Seq("", ",", "grep,,csv").map(named))
      assertEquals(
        "the option storlet must name one or more storlets, separated by commas",
        failure(options)
      )

  @Test
  def aWrongValueIsReportedWithThePossibleValues(): Unit = {
    def message(name: String, value: String) = failure(named("grep") + (name -> value))
    assertEquals(
      "the option output is 'table', which is not one of text, json, csv, binary",
      message("output", "table")
    )
    assertEquals(
      "the option split is 'lines', which is not one of object, records",
      message("split", "lines")
    )
    assertEquals(
      "the option mode is 'PERMISIVE', which is not one of PERMISSIVE, DROPMALFORMED, FAILFAST",
      message("mode", "PERMISIVE")
    )
  }

  @Test
  def anUnknownOptionIsReportedWithTheClosestOne(): Unit =
    for (
      (name, closest) <- Seq("outptu" -> "output", "pathGlobFiler" -> "pathGlobFilter") ++
        Seq("samplingRato" -> "samplingRatio")
    ) {
      val message = failure(named("grep") + (name -> "1"))
      assertTrue(message.startsWith(s"unknown option $name. Did you mean $closest?"), message)
    }

  @Test
  def optionsOfFilesAndScansAreAccepted(): Unit =
    for (name <- Seq("recursiveFileLookup", "headwater.pushdown", "fs.s3a.endpoint", "lineSep"))
      StorletQuery.of(named("grep") + (name -> "true"))

  private def named(storlets: String): Map[String, String] = Map("storlet" -> storlets)

  private def failure(options: Map[String, String]): String =
    assertThrows(classOf[IllegalArgumentException], () => StorletQuery.of(options)).getMessage
}
