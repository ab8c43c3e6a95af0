package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.JsonNode
import io.headwater.spark.GoldenCases
import io.headwater.spark.skipping.IndexProgram
import java.util
import org.junit.jupiter.api.{DynamicTest, TestFactory}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import scala.jdk.CollectionConverters._

/** `protocol/golden-names`, which the tests of every language compare with their constants. */
class StorletNamesTest {

  @TestFactory
  def namesAreTheGoldenOnes: util.List[DynamicTest] = GoldenCases.tests("golden-names")(check)

  @TestFactory
  def wrongNamesAreRejected: util.List[DynamicTest] = GoldenCases.wrongTests("golden-names")(check)

  private def check(golden: JsonNode): Unit = {
    val reasons = golden.get("reasons").asScala.map(_.get("name").asText).toSet
    assertEquals(Set.empty, constants(StorletNames.Reason) -- reasons)
    val csv = GoldenCases.texts(golden.get("parameters").get(StorletNames.Csv)).toSet
    assertEquals(Set.empty, constants(StorletNames.Parameter) -- csv)
    val jsonl = GoldenCases.texts(golden.get("parameters").get(StorletNames.Jsonl)).toSet
    assertTrue(jsonl.subsetOf(csv))
    assertTrue(golden.get("parameters").has(StorletNames.Decompress))
    val index = IndexProgram.getClass.getName.stripSuffix("$")
    assertEquals(golden.get("programs").get("index").asText, index)
  }

  /** The values of an object's constants. */
  private def constants(names: AnyRef): Set[String] =
    names.getClass.getDeclaredMethods
      .filter(method => method.getParameterCount == 0 && method.getReturnType == classOf[String])
      .map(_.invoke(names).toString)
      .toSet
}
