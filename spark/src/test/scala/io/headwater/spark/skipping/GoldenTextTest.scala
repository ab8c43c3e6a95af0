package io.headwater.spark.skipping

import com.fasterxml.jackson.databind.JsonNode
import io.headwater.spark.GoldenCases
import java.time.ZoneId
import java.util
import org.apache.spark.sql.types.{DataType, Decimal}
import org.junit.jupiter.api.{DynamicTest, TestFactory}
import org.junit.jupiter.api.Assertions.assertEquals
import scala.jdk.CollectionConverters._

/** `protocol/golden-text`, which the storlets' tests run too. */
class GoldenTextTest {

  @TestFactory
  def exactTextsHaveTheirValue: util.List[DynamicTest] = GoldenCases.tests("golden-text")(check)

  @TestFactory
  def wrongTextsAreRejected: util.List[DynamicTest] = GoldenCases.wrongTests("golden-text")(check)

  private def check(golden: JsonNode): Unit = {
    val dataType = DataType.fromDDL(golden.get("type").asText)
    val zone = Option(golden.get("timeZone")).fold("UTC")(_.asText)
    val exact = new ExactText(ZoneId.of(zone))
    golden.get("texts").asScala.foreach { row =>
      val text = row.get("text").asText
      assertEquals(value(row, dataType), exact.value(text, dataType).map(plain), s"'$text'")
    }
  }

  /** The value in the case, as a number where several texts denote the same number. */
  private def value(row: JsonNode, dataType: DataType): Option[Any] =
    Option(row.get("value")).map(_.asText).map { text =>
      dataType.typeName match {
        case "float"  => text.toFloat
        case "double" => text.toDouble
        case _        => text
      }
    }

  private def plain(value: Any): Any = value match {
    case decimal: Decimal         => decimal.toJavaBigDecimal.unscaledValue.toString
    case number: java.lang.Float  => number.floatValue
    case number: java.lang.Double => number.doubleValue
    case other                    => other.toString
  }
}
