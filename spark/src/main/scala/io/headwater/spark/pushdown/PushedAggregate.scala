package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate
import org.apache.spark.sql.types.StructType

/** Partial aggregates that a storlet works out for the rows that it can decide, and Spark for each
  * of the others by itself.
  *
  * @param columns
  *   the columns that rows are made of
  * @param filters
  *   what rows must fulfil, all of which the storlet evaluates
  * @param groups
  *   what the storlet groups by, each with the expression that Spark has for it
  * @param functions
  *   the functions, likewise
  */
case class PushedAggregate(
    columns: Seq[Attribute],
    filters: Seq[Expression],
    groups: Seq[(StoreGroup, Expression)],
    functions: Seq[(StoreFunction, DeclarativeAggregate)]
) {

  /** The columns that rows are made of, by the files' schema. */
  def required(schema: StructType): StructType =
    StructType(columns.map(column => schema(column.name)))

  /** The storlet's parameter, by [[document]]. */
  def parameter(name: Attribute => JsonNode): (String, String) =
    "aggregate" -> document(name).toString

  /** What the storlet is told: `protocol/aggregate.schema.json`.
    *
    * @param name
    *   how it is told a column
    */
  private def document(name: Attribute => JsonNode): JsonNode = {
    val factory = JsonNodeFactory.instance
    def node(column: Attribute): ObjectNode = {
      val node = factory.objectNode()
      node.set[JsonNode]("column", name(column))
      node
    }
    val document = factory.objectNode()
    val described = document.putArray("columns")
    columns.foreach { column =>
      described.add(node(column).put("type", ColumnKind.of(column.dataType).get.name))
    }
    val grouped = document.putArray("group")
    groups.foreach { case (group, _) =>
      val added = node(group.column)
      group.substring.foreach { case (from, length) =>
        added.putArray("substring").add(from).add(length)
      }
      grouped.add(added)
    }
    val asked = document.putArray("functions")
    functions.flatMap(_._1.asked).foreach { case (name, column) =>
      asked.add(column.fold(factory.objectNode())(node).put("op", name))
    }
    document
  }

  /** The partial results that the storlet answered of a group: the group's values, then those of
    * Spark's buffers.
    */
  def partial(answer: Array[String]): Seq[Any] = {
    val keys = groups.zip(answer).map { case ((group, _), text) =>
      StoredText.value(text, group.column.dataType)
    }
    keys ++ answered(answer).flatMap { case (function, texts) => function.partial(texts) }
  }

  /** What a group adds to a [[ReachedSum]], at most. */
  def most(answer: Array[String]): Double =
    answered(answer).map { case (function, texts) => function.most(texts) }.maxOption.getOrElse(0)

  /** The same of a row. */
  def mostOfRow: Double = functions.map(_._1.mostOfRow).maxOption.getOrElse(0)

  /** The functions, each with the texts that were answered for it. */
  private def answered(answer: Array[String]): Seq[(StoreFunction, Seq[String])] = {
    val texts = answer.iterator.drop(groups.length)
    functions.map { case (function, _) =>
      function -> Seq.fill(function.asked.length)(texts.next())
    }
  }

  /** The partial results of a group of one row, over [[columns]]. */
  def single: Seq[Expression] = groups.map(_._2) ++ functions.flatMap { case (_, function) =>
    val begin = AttributeMap(function.aggBufferAttributes.zip(function.initialValues))
    function.updateExpressions.map(_.transform {
      case buffer: AttributeReference if begin.contains(buffer) => begin(buffer)
    })
  }

  /** What `EXPLAIN` says. */
  def told(storlet: String): Seq[(String, String)] = Seq(
    "Pushdown" -> s"storlet $storlet",
    "PushedSelection" -> filters.map(_.sql).mkString("[", ", ", "]"),
    "PushedAggregates" -> functions.map(_._2.sql).mkString("[", ", ", "]"),
    "PushedGroupBy" -> groups.map(_._2.sql).mkString("[", ", ", "]")
  )
}
