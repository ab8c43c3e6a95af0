package io.headwater.spark.typed

import com.fasterxml.jackson.databind.node.TextNode
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The parameters of typed answers. */
class TypedSchemaTest {
  private def schema(columns: String): Option[String] =
    TypedSchema
      .parameters(StructType.fromDDL(columns), name => TextNode.valueOf(s"/$name"))
      .map(_.toMap.apply("schema"))

  @Test
  def nestedTypesAreObjects(): Unit = {
    val fields =
      """[{"name":"x","type":"int"},{"name":"y","type":{"map":{"array":"decimal(9,2)"}}}]"""
    assertEquals(
      Some(s"""[{"column":"/a","type":"long"},{"column":"/b","type":{"struct":$fields}}]"""),
      schema("a BIGINT, b STRUCT<x: INT, y: MAP<STRING, ARRAY<DECIMAL(9,2)>>>")
    )
  }

  @Test
  def storletsNeedTypesThatTheyKnow(): Unit =
    for (columns <- Seq("a BINARY", "a ARRAY<BINARY>", "a MAP<INT, INT>", "a STRUCT<>"))
      assertEquals(None, schema(columns), columns)

  @Test
  def aSchemaThatIsTooLongIsNotSent(): Unit =
    assertEquals(None, schema(Seq.tabulate(500)(n => s"column$n INT").mkString(", ")))
}
