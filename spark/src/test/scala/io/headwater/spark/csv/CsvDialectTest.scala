package io.headwater.spark.csv

import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** Which of Spark's CSV options the storlet `csv` supports, and how it receives them. */
class CsvDialectTest {

  @Test
  def defaultsHaveNoObstacle(): Unit = assertEquals(None, dialect().obstacle)

  @Test
  def theObstacleNamesTheOption(): Unit =
    for (
      (option, value, obstacle) <- Seq(
        ("multiLine", "true", "multiLine"),
        ("encoding", "ISO-8859-1", "encoding ISO-8859-1"),
        ("unescapedQuoteHandling", "RAISE_ERROR", "unescapedQuoteHandling RAISE_ERROR"),
        ("lineSep", "\r", "lineSep"),
        (
          "ignoreTrailingWhiteSpace",
          "true",
          "ignoreTrailingWhiteSpace without ignoreLeadingWhiteSpace"
        ),
        ("maxCharsPerColumn", "100", "maxCharsPerColumn"),
        ("maxColumns", "100", "maxColumns"),
        ("quote", "«", "a quote, escape or comment that is not ASCII"),
        ("quote", " ", "a quote that is white space"),
        ("sep", "aba", "a sep that contains its first character twice"),
        ("sep", "|\"", "a sep that contains the quote"),
        ("sep", "|\r", "a sep with a line break"),
        ("nullValue", "\uFFFD", "the replacement character in an option")
      )
    ) assertEquals(Some(obstacle), dialect(option -> value).obstacle)

  @Test
  def aLongSeparatorWithIgnoredWhiteSpaceIsAnObstacle(): Unit = {
    val options = Seq("sep" -> "||", "ignoreLeadingWhiteSpace" -> "true")
    assertEquals(
      Some("a sep of several bytes with ignoreLeadingWhiteSpace"),
      dialect(options: _*).obstacle
    )
  }

  @Test
  def supportedOptionsAreNoObstacle(): Unit = {
    val options = Seq(
      "sep" -> "|",
      "quote" -> "'",
      "comment" -> "#",
      "lineSep" -> "\n",
      "ignoreLeadingWhiteSpace" -> "true",
      "ignoreTrailingWhiteSpace" -> "true",
      "maxColumns" -> "30000"
    )
    assertEquals(None, dialect(options: _*).obstacle)
  }

  @Test
  def aBackslashInASeparatorIsEscaped(): Unit =
    assertEquals("\\\\", parameters("sep" -> "\\\\")("sep"))

  @Test
  def anAbsentQuoteIsEmpty(): Unit = assertEquals("", parameters("quote" -> "")("quote"))

  @Test
  def optionsWithoutAValueAreNotSent(): Unit = {
    val sent = parameters("timeZone" -> "Europe/Amsterdam")
    assertEquals(Set.empty, sent.keySet & Set("comment", "lineSep", "timeZone"))
    assertEquals("#", parameters("comment" -> "#")("comment"))
  }

  @Test
  def onlyAZoneWithOneOffsetInMinutesIsSent(): Unit = {
    def zone(name: String) = parameters("timeZone" -> name).get("timeZone")
    assertEquals(Some("UTC"), zone("Etc/UTC"))
    assertEquals(Some("+05:30"), zone("+05:30"))
    assertEquals(None, zone("+01:00:30"))
  }

  @Test
  def customFormatsAreNotExact(): Unit =
    for (
      (option, dataType) <- Seq(
        "dateFormat" -> DateType,
        "timestampFormat" -> TimestampType,
        "timestampNTZFormat" -> TimestampNTZType
      )
    ) {
      assertTrue(dialect().isExact(dataType))
      assertFalse(dialect(option -> "yyyy").isExact(dataType))
      assertFalse(new CsvDialect(options(), legacyTime = true).isExact(dataType))
    }

  @Test
  def otherDecimalPointsAreNotExact(): Unit = {
    assertTrue(dialect().isExact(DecimalType(9, 2)))
    assertFalse(dialect("locale" -> "de-DE").isExact(DecimalType(9, 2)))
    assertTrue(dialect("locale" -> "de-DE").isExact(IntegerType))
  }

  @Test
  def aNumberThatStandsForNanIsNotExact(): Unit =
    for (dataType <- Seq(FloatType, DoubleType)) {
      assertTrue(dialect("nanValue" -> "none").isExact(dataType))
      assertFalse(dialect("nanValue" -> "-1").isExact(dataType))
      assertFalse(dialect("positiveInf" -> "999").isExact(dataType))
    }

  private def parameters(read: (String, String)*): Map[String, String] =
    dialect(read: _*).parameters.toMap

  private def dialect(read: (String, String)*): CsvDialect =
    new CsvDialect(options(read: _*), legacyTime = false)

  private def options(read: (String, String)*) = CsvPlan.options(new SQLConf, read.toMap)
}
