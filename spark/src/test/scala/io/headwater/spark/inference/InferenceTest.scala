package io.headwater.spark.inference

import io.headwater.spark.csv.CsvInference
import io.headwater.spark.json.JsonInference
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.internal.SQLConf
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** When a sample of lines is enough to infer the columns of files. */
class InferenceTest {
  import InferenceTest._

  @Test
  def aSampleIsExactByDefault(): Unit =
    for (format <- Seq(CsvInference.Format, JsonInference.Format))
      assertTrue(isExact(format), format.name)

  @Test
  def optionsThatOnlyReadRowsKeepTheSampleExact(): Unit = {
    assertTrue(isExact(CsvInference.Format, "header" -> "true", "sep" -> ";", "nullValue" -> "-"))
    assertTrue(isExact(JsonInference.Format, "primitivesAsString" -> "true", "lineSep" -> "\n"))
  }

  @Test
  def optionsThatChangeTheTypesOfCsvNeedAllLines(): Unit =
    for (option <- NotExactCsv) assertFalse(isExact(CsvInference.Format, option), option._1)

  @Test
  def optionsThatChangeTheTypesOfJsonNeedAllLines(): Unit =
    for (option <- NotExactJson) assertFalse(isExact(JsonInference.Format, option), option._1)

  @Test
  def timesOfSpark2NeedAllLines(): Unit =
    for (policy <- Seq("LEGACY", "EXCEPTION")) {
      val conf = new SQLConf
      conf.setConfString("spark.sql.legacy.timeParserPolicy", policy)
      assertFalse(CsvInference.Format.inference(conf, Map.empty).isExact, policy)
    }

  @Test
  def csvIsInferredOnRequestAndJsonAlways(): Unit = {
    def isEnabled(format: InferredFormat, options: (String, String)*) =
      format.isEnabled(CaseInsensitiveMap(options.toMap))
    assertFalse(isEnabled(CsvInference.Format))
    assertFalse(isEnabled(CsvInference.Format, "inferSchema" -> "false"))
    assertTrue(isEnabled(CsvInference.Format, "INFERSCHEMA" -> "True"))
    assertTrue(isEnabled(JsonInference.Format))
  }

  @Test
  def theSeparatorIsThatOfTheRead(): Unit =
    for (format <- Seq(CsvInference.Format, JsonInference.Format)) {
      def separator(options: (String, String)*) =
        format.inference(new SQLConf, options.toMap).separator.map(new String(_))
      assertEquals(None, separator())
      assertEquals(Some("\n"), separator("lineSep" -> "\n"))
    }

  private def isExact(format: InferredFormat, options: (String, String)*): Boolean =
    format.inference(new SQLConf, options.toMap).isExact
}

object InferenceTest {
  private val NotExactCsv = Seq(
    "samplingRatio" -> "0.5",
    "dateFormat" -> "yyyy",
    "timestampFormat" -> "yyyy",
    "timestampNTZFormat" -> "yyyy",
    "locale" -> "de-DE",
    "nanValue" -> "none",
    "positiveInf" -> "inf",
    "negativeInf" -> "-inf",
    "multiLine" -> "true"
  )

  private val NotExactJson = Seq(
    "samplingRatio" -> "0.5",
    "prefersDecimal" -> "true",
    "inferTimestamp" -> "true",
    "multiLine" -> "true",
    "encoding" -> "UTF-8",
    "maxNumLen" -> "10",
    "lineSep" -> "x"
  )
}
