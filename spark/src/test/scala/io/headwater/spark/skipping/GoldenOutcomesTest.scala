package io.headwater.spark.skipping

import com.fasterxml.jackson.databind.JsonNode
import io.headwater.spark.GoldenCases
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** `protocol/golden-outcomes`, which the storlets' tests run too. */
class GoldenOutcomesTest {
  private val golden = GoldenCases.read("golden-outcomes/three-valued.json")

  @Test
  def negationsHaveTheirOutcomes(): Unit = golden.get("not").asScala.foreach { row =>
    assertEquals(outcomes(row, "outcomes"), outcomes(row, "operand").negated, row.toString)
  }

  @Test
  def conjunctionsHaveTheirOutcomes(): Unit = check("and")(_ and _)

  @Test
  def disjunctionsHaveTheirOutcomes(): Unit = check("or")(_ or _)

  @Test
  def nullSafeEqualityIsNeverNull(): Unit = {
    assertEquals(Outcomes.False, Outcomes.Null.nullAsFalse)
    assertEquals(Outcomes.True, Outcomes.True.nullAsFalse)
    val known = Outcomes(mayBeTrue = true, mayBeFalse = true, mayBeNull = false)
    assertEquals(known, Outcomes.Any.nullAsFalse)
  }

  private def check(operator: String)(combine: (Outcomes, Outcomes) => Outcomes): Unit = {
    assertEquals(49, golden.get(operator).size)
    golden.get(operator).asScala.foreach { row =>
      val combined = combine(outcomes(row, "left"), outcomes(row, "right"))
      assertEquals(outcomes(row, "outcomes"), combined, row.toString)
    }
  }

  private def outcomes(row: JsonNode, member: String): Outcomes = {
    val names = GoldenCases.texts(row.get(member)).toSet
    Outcomes(names("true"), names("false"), names("null"))
  }
}
