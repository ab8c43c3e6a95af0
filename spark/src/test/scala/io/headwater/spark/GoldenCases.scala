package io.headwater.spark

import com.fasterxml.jackson.core.JsonPointer
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}
import java.io.File
import java.util
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.function.Executable
import scala.jdk.CollectionConverters._

/** The golden cases of `protocol/`, which the tests of every implementation run. */
object GoldenCases {
  private val Protocol = new File("../protocol")
  private val Json = new ObjectMapper

  /** Parses a case.
    *
    * @param path
    *   its path below `protocol/`
    */
  def read(path: String): JsonNode = Json.readTree(new File(Protocol, path))

  /** One test for each case of a folder. */
  def tests(folder: String)(check: JsonNode => Unit): util.List[DynamicTest] =
    names(folder)
      .map(name => DynamicTest.dynamicTest(name, () => check(read(s"$folder/$name.json"))))
      .asJava

  /** One test for each case of a folder that `protocol/wrong-cases.json` makes wrong for these
    * tests. It fails unless the check fails.
    */
  def wrongTests(folder: String)(check: JsonNode => Unit): util.List[DynamicTest] =
    wrongCases(folder).map { case (_, pointer, golden) =>
      val rejected: Executable = () => assertThrows(classOf[Throwable], () => check(golden))
      DynamicTest.dynamicTest(pointer, rejected)
    }.asJava

  /** The wrong cases of a folder: the case's name, the JSON pointer of the wrong value, and the
    * document.
    */
  def wrongCases(folder: String): Seq[(String, String, JsonNode)] = {
    val all = read("wrong-cases.json").get("cases").asScala.toSeq
    val chosen = all.filter { each =>
      texts(each.get("tests")).contains("spark") && each.get("file").asText.startsWith(s"$folder/")
    }
    require(chosen.nonEmpty, s"protocol/$folder has no wrong case for spark")
    chosen.map { each =>
      val (file, pointer) = (each.get("file").asText, each.get("at").asText)
      val golden = read(file)
      set(golden, JsonPointer.compile(pointer), each.get("value"))
      (file.stripPrefix(s"$folder/").stripSuffix(".json"), pointer, golden)
    }
  }

  private def set(document: JsonNode, pointer: JsonPointer, value: JsonNode): Unit =
    document.at(pointer.head) match {
      case list: ArrayNode => list.set(pointer.last.getMatchingIndex, value)
      case parent          =>
        parent.asInstanceOf[ObjectNode].set[JsonNode](pointer.last.getMatchingProperty, value)
    }

  /** The names of a folder's cases. Fails if there are none. */
  def names(folder: String): Seq[String] = {
    val files = Option(new File(Protocol, folder).list()).toSeq.flatten
    val names = files.filter(_.endsWith(".json")).map(_.stripSuffix(".json")).sorted
    require(names.nonEmpty, s"protocol/$folder has no cases")
    names
  }

  /** The texts of a JSON list. */
  def texts(list: JsonNode): Seq[String] = list.asScala.map(_.asText).toSeq

  /** The names and texts of a JSON object. */
  def members(node: JsonNode): Map[String, String] =
    node.properties.asScala.map(each => each.getKey -> each.getValue.asText).toMap
}
