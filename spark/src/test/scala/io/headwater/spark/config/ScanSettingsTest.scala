package io.headwater.spark.config

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

/** Which value of a scan's setting applies, and which names and values are reported. */
class ScanSettingsTest {
  import ScanSettings._

  @Test
  def theOptionPrecedesTheSessionWhichPrecedesTheDefault(): Unit = {
    val session = Map("spark.headwater.pushdown" -> "false")
    assertTrue(value(Pushdown, Map.empty, Map.empty[String, String].get))
    assertFalse(value(Pushdown, Map.empty, session.get))
    assertTrue(value(Pushdown, Map("headwater.pushdown" -> "true"), session.get))
  }

  @Test
  def theNameOfAnOptionAndAFlagIgnoreCase(): Unit = {
    val options = Map("headwater.pushdown.floatingsums" -> " True ")
    assertTrue(value(FloatingSums, options, Map.empty[String, String].get))
  }

  @Test
  def everyDefaultIsAValue(): Unit = All.foreach(_.default)

  @Test
  def aWrongOptionIsReportedWithThePossibleValues(): Unit =
    assertEquals(
      "the option headwater.pushdown is 'yes', which is not true or false",
      failure(Map("headwater.pushdown" -> "yes"), Map.empty)
    )

  @Test
  def aWrongSettingIsReportedWithThePossibleValues(): Unit =
    assertEquals(
      "the setting spark.headwater.skipping is '', which is not true or false",
      failure(Map.empty, Map("spark.headwater.skipping" -> ""))
    )

  private def failure(options: Map[String, String], session: Map[String, String]): String =
    assertThrows(classOf[IllegalArgumentException], () => check(options, session)).getMessage

  @Test
  def aMisspeltNameIsReportedWithTheClosestOne(): Unit = {
    val settings = Seq("spark.headwater.pushdown.floatingsums", "spark.headwater.skiping")
    assertEquals(
      Seq(
        "headwater.pushdwn has no effect: there is no such option. " +
          "Did you mean headwater.pushdown?",
        "spark.headwater.pushdown.floatingsums has no effect: there is no such setting. " +
          "Did you mean spark.headwater.pushdown.floatingSums?",
        "spark.headwater.skiping has no effect: there is no such setting. " +
          "Did you mean spark.headwater.skipping?"
      ),
      unknown(Seq("headwater.pushdwn"), settings)
    )
  }

  @Test
  def aNameThatIsLikeNoneIsReportedAlone(): Unit =
    assertEquals(
      Seq("spark.headwater.list.manifest has no effect: there is no such setting."),
      unknown(Nil, Seq("spark.headwater.list.manifest"))
    )

  @Test
  def knownAndOtherNamesAreNotReported(): Unit = {
    val options = All.map(optionName).flatMap(name => Seq(name, name.toUpperCase))
    val settings = All.map(sessionName) ++ Seq("spark.hadoop.fs.headwater.workers", "spark.app.id")
    assertEquals(Nil, unknown(options :+ "header", settings))
  }
}
