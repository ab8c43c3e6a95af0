package io.headwater.spark.pushdown

import io.headwater.spark.GoldenCases
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

/** `protocol/golden-names`, which the tests of every language compare with their constants. */
class StorletNamesTest {
  private val golden = GoldenCases.read("golden-names/names.json")

  @Test
  def reasonsAreThoseOfTheProtocol(): Unit = {
    val reasons = golden.get("reasons").asScala.map(_.get("name").asText).toSet
    assertEquals(Set.empty, constants(StorletNames.Reason) -- reasons)
  }

  @Test
  def parametersAreThoseOfTheStorlets(): Unit = {
    val csv = GoldenCases.texts(golden.get("parameters").get(StorletNames.Csv)).toSet
    assertEquals(csv, constants(StorletNames.Parameter))
    val jsonl = GoldenCases.texts(golden.get("parameters").get(StorletNames.Jsonl)).toSet
    assertTrue(jsonl.subsetOf(csv))
    assertTrue(golden.get("parameters").has(StorletNames.Decompress))
  }

  /** The values of an object's constants. */
  private def constants(names: AnyRef): Set[String] =
    names.getClass.getDeclaredMethods
      .filter(method => method.getParameterCount == 0 && method.getReturnType == classOf[String])
      .map(_.invoke(names).toString)
      .toSet
}
