package io.headwater.spark
package pushdown

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import org.apache.spark.sql.sources._
import org.apache.spark.sql.types.StructType

/** Converts Spark's filters to the predicate tree that storlets evaluate:
  * `protocol/selection.schema.json`.
  *
  * @param schema
  *   the columns as the reader parses them
  * @param column
  *   the storlet's identifier of a column, by its index in the schema
  * @param exact
  *   whether a storlet reads the values of a column as the reader does
  */
class Selection(schema: StructType, column: Int => JsonNode, exact: Int => Boolean) {
  import Selection._

  /** The filters that a storlet can evaluate, and their conjunction. None if it can evaluate none.
    * The reader drops the rows that an omitted filter rejects.
    */
  def of(filters: Seq[Filter]): Option[Selection.Pushed] = {
    val pushed = filters.flatMap(filter => node(filter).map(filter -> _))
    val (kept, nodes) = sendable(pushed).unzip
    nodes match {
      case Seq()     => None
      case Seq(only) => Some(Pushed(kept, only))
      case several   => Some(Pushed(kept, junction("and", several)))
    }
  }

  /** Predicates are sent in headers. The reader evaluates those that are too long, such as `IN`
    * with thousands of values.
    */
  private def sendable(pushed: Seq[(Filter, JsonNode)]): Seq[(Filter, JsonNode)] = {
    val lengths = pushed.map(_._2.toString.length).scanLeft(0)(_ + _).tail
    pushed.zip(lengths).collect { case (pair, length) if length <= MaxCharacters => pair }
  }

  private def node(filter: Filter): Option[JsonNode] = filter match {
    case And(left, right) => both("and", left, right)
    case Or(left, right)  => both("or", left, right)
    case Not(child)      => node(child).map(inner => nodes.objectNode().set[JsonNode]("not", inner))
    case IsNull(name)    => predicate(name, "is_null").map(_._1)
    case IsNotNull(name) => predicate(name, "is_not_null").map(_._1)
    case EqualTo(name, value)            => comparison(name, "eq", value)
    case EqualNullSafe(name, null)       => predicate(name, "is_null").map(_._1)
    case EqualNullSafe(name, value)      => nullSafe(name, value)
    case LessThan(name, value)           => comparison(name, "lt", value)
    case LessThanOrEqual(name, value)    => comparison(name, "le", value)
    case GreaterThan(name, value)        => comparison(name, "gt", value)
    case GreaterThanOrEqual(name, value) => comparison(name, "ge", value)
    case In(name, values)                => in(name, values.toSeq)
    case StringStartsWith(name, value)   => comparison(name, "prefix", value)
    case StringEndsWith(name, value)     => comparison(name, "suffix", value)
    case StringContains(name, value)     => comparison(name, "contains", value)
    case _                               => None
  }

  private def both(name: String, left: Filter, right: Filter): Option[JsonNode] =
    for (first <- node(left); second <- node(right)) yield junction(name, Seq(first, second))

  /** `<=>` is never null, also under a NOT. */
  private def nullSafe(name: String, value: Any): Option[JsonNode] =
    for (known <- predicate(name, "is_not_null"); equal <- comparison(name, "eq", value))
      yield junction("and", Seq(known._1, equal))

  private def comparison(name: String, op: String, value: Any): Option[JsonNode] =
    for ((node, kind) <- predicate(name, op); text <- kind.text(value))
      yield node.put("value", text)

  private def in(name: String, values: Seq[Any]): Option[JsonNode] =
    predicate(name, "in").flatMap { case (node, kind) =>
      val texts = values.map(value => if (value == null) Some(null) else kind.text(value))
      Option.when(texts.nonEmpty && texts.forall(_.isDefined)) {
        val array = node.putArray("values")
        texts.flatten.foreach(array.add)
        node
      }
    }

  private def predicate(name: String, op: String): Option[(ObjectNode, ColumnKind)] =
    for {
      index <- Some(schema.fieldNames.indexOf(name)) if index >= 0 && exact(index)
      kind <- ColumnKind.of(schema(index).dataType)
    } yield {
      val node = nodes.objectNode()
      node.set[JsonNode]("column", column(index))
      node.put("type", kind.name).put("op", op) -> kind
    }
}

object Selection {

  /** The limit for all predicates together. Request headers allow slightly more. */
  private val MaxCharacters = 24 * 1024

  private val nodes = JsonNodeFactory.instance

  /** The predicates that a storlet evaluates.
    *
    * @param filters
    *   the filters that `tree` represents
    */
  case class Pushed(filters: Seq[Filter], tree: JsonNode)

  private def junction(name: String, members: Seq[JsonNode]): JsonNode = {
    val node = nodes.objectNode()
    val array = node.putArray(name)
    members.foreach(array.add)
    node
  }
}
