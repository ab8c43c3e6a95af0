package io.headwater.spark.skipping

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import io.headwater.spark.GoldenCases
import java.util
import org.junit.jupiter.api.{DynamicTest, TestFactory}
import org.junit.jupiter.api.Assertions.assertEquals
import scala.jdk.CollectionConverters._

/** `protocol/golden-statistics`, which two other implementations run too. */
class GoldenStatisticsTest {

  @TestFactory
  def mergedSummariesAreTheRecordedStatistics: util.List[DynamicTest] =
    GoldenCases.tests("golden-statistics")(check)

  @TestFactory
  def wrongStatisticsAreRejected: util.List[DynamicTest] =
    GoldenCases.wrongTests("golden-statistics")(check)

  private def check(golden: JsonNode): Unit = {
    val parts = golden.get("parts").asScala.toSeq
    val merged = new ColumnSummary
    parts.foreach(part => merged.add(summary(part)))
    val rows = parts.map(part => part.get("texts").size + unknown(part)).sum
    // Written and read again, because numbers of JSON are compared by their class.
    val entry = new ObjectMapper().readTree(merged.entry(rows.toLong).fold("null")(_.toString))
    assertEquals(golden.get("recorded"), entry)
  }

  private def summary(part: JsonNode): ColumnSummary = {
    val summary = new ColumnSummary
    part.get("texts").asScala.filterNot(_.isNull).foreach(text => summary.add(text.asText))
    (1 to unknown(part)).foreach(_ => summary.addUnknown())
    summary
  }

  private def unknown(part: JsonNode): Int = part.path("unknown").asInt
}
