package io.headwater.spark
package pushdown

import io.headwater.spark.pushdown.StorletNames.Parameter
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate
import org.apache.spark.sql.types.StructType

/** Partial aggregates. A storlet computes them for the rows that it can decide. Spark computes them
  * for each of the other rows separately.
  *
  * @param columns
  *   the columns that rows consist of
  * @param filters
  *   the filters on rows, all of which the storlet evaluates
  * @param groups
  *   the storlet's grouping columns, each with Spark's expression
  * @param functions
  *   the storlet's functions, each with Spark's function
  */
case class PushedAggregate(
    columns: Seq[Attribute],
    filters: Seq[Expression],
    groups: Seq[(StoreGroup, Expression)],
    functions: Seq[(StoreFunction, DeclarativeAggregate)]
) {

  /** The columns that rows consist of, with the types of the files' schema. */
  def required(schema: StructType): StructType =
    StructType(columns.map(column => schema(column.name)))

  /** The storlet's parameter that contains [[document]]. */
  def parameter(name: Attribute => JsonNode): (String, String) =
    Parameter.Aggregate -> document(name).toString

  /** The request document: `protocol/aggregate.schema.json`.
    *
    * @param name
    *   how the storlet identifies a column
    */
  private def document(name: Attribute => JsonNode): JsonNode = {
    val factory = JsonNodeFactory.instance
    def node(column: Attribute): ObjectNode = {
      val node = factory.objectNode()
      node.set[JsonNode]("column", name(column))
      node
    }
    val document = factory.objectNode()
    val columnNodes = document.putArray("columns")
    columns.foreach { column =>
      columnNodes.add(node(column).put("type", ColumnKind.of(column.dataType).get.name))
    }
    val groupNodes = document.putArray("group")
    groups.foreach { case (group, _) =>
      val groupNode = node(group.column)
      group.substring.foreach { case (from, length) =>
        groupNode.putArray("substring").add(from).add(length)
      }
      groupNodes.add(groupNode)
    }
    val functionNodes = document.putArray("functions")
    functions.flatMap(_._1.calls).foreach { case (name, column) =>
      functionNodes.add(column.fold(factory.objectNode())(node).put("op", name))
    }
    document
  }

  /** The partial results that the storlet returned for a group: the group's values, then Spark's
    * aggregation buffers.
    */
  def partial(answer: Array[String]): Seq[Any] = {
    val keys = groups.zip(answer).map { case ((group, _), text) =>
      StoredText.value(text, group.column.dataType)
    }
    keys ++ functionResults(answer).flatMap { case (function, texts) => function.partial(texts) }
  }

  /** The maximum that a group adds to a [[ExactSumBound]]. */
  def sumBound(answer: Array[String]): Double =
    functionResults(answer)
      .map { case (function, texts) => function.sumBound(texts) }
      .maxOption
      .getOrElse(0)

  /** The maximum that a single row adds to a [[ExactSumBound]]. */
  def rowBound: Double = functions.map(_._1.rowBound).maxOption.getOrElse(0)

  /** The functions, each with the texts that the storlet returned. */
  private def functionResults(answer: Array[String]): Seq[(StoreFunction, Seq[String])] = {
    val texts = answer.iterator.drop(groups.length)
    functions.map { case (function, _) =>
      function -> Seq.fill(function.calls.length)(texts.next())
    }
  }

  /** The partial results of a group of one row, as expressions over [[columns]]. */
  def single: Seq[Expression] = groups.map(_._2) ++ functions.flatMap { case (_, function) =>
    val begin = AttributeMap(function.aggBufferAttributes.zip(function.initialValues))
    function.updateExpressions.map(_.transform {
      case buffer: AttributeReference if begin.contains(buffer) => begin(buffer)
    })
  }

  /** The lines for `EXPLAIN`. */
  def describe(storlet: String): Seq[(String, String)] = Seq(
    "Pushdown" -> s"storlet $storlet",
    "PushedSelection" -> filters.map(_.sql).mkString("[", ", ", "]"),
    "PushedAggregates" -> functions.map(each => (each._2: Expression).sql).mkString("[", ", ", "]"),
    "PushedGroupBy" -> groups.map(_._2.sql).mkString("[", ", ", "]")
  )
}
