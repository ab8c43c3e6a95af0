package io.headwater.spark.planning

import com.fasterxml.jackson.databind.JsonNode
import io.headwater.spark.GoldenCases
import java.util
import org.apache.spark.sql.internal.SQLConf
import org.junit.jupiter.api.{DynamicTest, TestFactory}
import org.junit.jupiter.api.Assertions.assertEquals

/** `protocol/golden-csv-options`, which the tests of `headwater index` run too. */
class GoldenCsvOptionsTest {

  @TestFactory
  def readsHaveTheRecordedOptions: util.List[DynamicTest] =
    GoldenCases.tests("golden-csv-options")(check)

  @TestFactory
  def wrongOptionsAreRejected: util.List[DynamicTest] =
    GoldenCases.wrongTests("golden-csv-options")(check)

  private def check(golden: JsonNode): Unit = {
    val options = GoldenCases.members(golden.get("options"))
    val recorded = ScanOptions.of("csv", new SQLConf, options).map(_.options)
    assertEquals(Option(golden.get("recorded")).map(GoldenCases.members), recorded)
  }
}
