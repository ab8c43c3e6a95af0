package io.headwater.spark
package typed

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, TextNode}
import io.headwater.spark.pushdown.{ColumnKind, StorletNames}
import io.headwater.spark.pushdown.StorletNames.Parameter
import org.apache.spark.sql.types._

/** The parameters of a typed answer: `docs/reference/csv.md`, "Typed answers". */
object TypedSchema {

  /** It is sent in headers, beside a selection. */
  private val MaxCharacters = 8 * 1024

  private val Json = JsonNodeFactory.instance

  /** The parameters for some columns. None if storlets do not support a type, or if it is too long.
    *
    * @param column
    *   identifies the column with a name for the storlet
    */
  def parameters(
      columns: StructType,
      column: String => JsonNode
  ): Option[Seq[(String, String)]] = {
    val types = columns.map(field => named(field.dataType))
    Option
      .when(types.forall(_.isDefined)) {
        val array = Json.arrayNode()
        columns.zip(types.flatten).foreach { case (field, name) =>
          val node = array.addObject()
          node.set[JsonNode]("column", column(field.name))
          node.set[JsonNode]("type", name)
        }
        array.toString
      }
      .filter(_.length <= MaxCharacters)
      .map { schema =>
        Seq(
          Parameter.Answer -> StorletNames.Arrow,
          Parameter.Schema -> schema,
          Parameter.Dictionaries -> true.toString,
          Parameter.Streams -> true.toString
        )
      }
  }

  /** The name of a type, or an object for a nested type. None if storlets do not support it. */
  private def named(dataType: DataType): Option[JsonNode] = dataType match {
    case ArrayType(element, _)         => named(element).map(nested("array", _))
    case MapType(StringType, value, _) => named(value).map(nested("map", _))
    case StructType(fields)            => struct(fields.toSeq).map(nested("struct", _))
    case single => ColumnKind.of(single).map(kind => TextNode.valueOf(kind.name))
  }

  private def nested(kind: String, inside: JsonNode): JsonNode =
    Json.objectNode().set[JsonNode](kind, inside)

  /** The fields of a struct. Storlets need at least one, and different names. */
  private def struct(fields: Seq[StructField]): Option[JsonNode] = {
    val types = fields.map(field => named(field.dataType))
    val isNamed = fields.nonEmpty && fields.map(_.name).distinct.length == fields.length
    Option.when(isNamed && types.forall(_.isDefined)) {
      val array = Json.arrayNode()
      fields.zip(types.flatten).foreach { case (field, kind) =>
        array.addObject().put("name", field.name).set[JsonNode]("type", kind)
      }
      array
    }
  }
}
