package io.headwater.spark.planning

import io.headwater.spark.GoldenCases
import java.util
import org.apache.spark.sql.internal.SQLConf
import org.junit.jupiter.api.{DynamicTest, TestFactory}
import org.junit.jupiter.api.Assertions.assertEquals

/** `protocol/golden-csv-options`, which the tests of `headwater index` run too. */
class GoldenCsvOptionsTest {

  @TestFactory
  def readsHaveTheRecordedOptions: util.List[DynamicTest] =
    GoldenCases.tests("golden-csv-options") { golden =>
      val options = GoldenCases.members(golden.get("options"))
      val recorded = ScanOptions.of("csv", new SQLConf, options).map(_.options)
      assertEquals(Option(golden.get("recorded")).map(GoldenCases.members), recorded)
    }
}
