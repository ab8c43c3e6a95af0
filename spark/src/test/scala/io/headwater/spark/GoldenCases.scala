package io.headwater.spark

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import java.io.File
import java.util
import org.junit.jupiter.api.DynamicTest
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
    node.fields.asScala.map(each => each.getKey -> each.getValue.asText).toMap
}
