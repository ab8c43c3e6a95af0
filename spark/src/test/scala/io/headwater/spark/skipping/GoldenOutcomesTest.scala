package io.headwater.spark.skipping

import com.fasterxml.jackson.databind.JsonNode
import io.headwater.spark.GoldenCases
import java.util
import org.junit.jupiter.api.{DynamicTest, Test, TestFactory}
import org.junit.jupiter.api.Assertions.assertEquals
import scala.jdk.CollectionConverters._

/** `protocol/golden-outcomes`, which the storlets' tests run too. */
class GoldenOutcomesTest {

  @TestFactory
  def operatorsHaveTheirOutcomes: util.List[DynamicTest] =
    GoldenCases.tests("golden-outcomes")(check)

  @TestFactory
  def wrongOutcomesAreRejected: util.List[DynamicTest] =
    GoldenCases.wrongTests("golden-outcomes")(check)

  @Test
  def nullSafeEqualityIsNeverNull(): Unit = {
    assertEquals(Outcomes.False, Outcomes.Null.nullAsFalse)
    assertEquals(Outcomes.True, Outcomes.True.nullAsFalse)
    val known = Outcomes(mayBeTrue = true, mayBeFalse = true, mayBeNull = false)
    assertEquals(known, Outcomes.Any.nullAsFalse)
  }

  private def check(golden: JsonNode): Unit = {
    golden.get("not").asScala.foreach { row =>
      assertEquals(outcomes(row, "outcomes"), outcomes(row, "operand").negated, row.toString)
    }
    checkRows(golden.get("and"))(_ and _)
    checkRows(golden.get("or"))(_ or _)
  }

  private def checkRows(rows: JsonNode)(combine: (Outcomes, Outcomes) => Outcomes): Unit = {
    assertEquals(49, rows.size)
    rows.asScala.foreach { row =>
      val combined = combine(outcomes(row, "left"), outcomes(row, "right"))
      assertEquals(outcomes(row, "outcomes"), combined, row.toString)
    }
  }

  private def outcomes(row: JsonNode, member: String): Outcomes = {
    val names = GoldenCases.texts(row.get(member)).toSet
    Outcomes(names("true"), names("false"), names("null"))
  }
}
