package io.headwater.spark
package typed

import com.fasterxml.jackson.databind.node.JsonNodeFactory
import io.headwater.spark.pushdown.ColumnKind
import org.apache.spark.sql.types.StructType

/** The parameter `schema` of a typed answer: `docs/reference/csv.md`, "Typed answers". */
object TypedSchema {

  /** It is sent in headers, beside a selection. */
  private val MaxCharacters = 8 * 1024

  /** The parameter for some columns. None if storlets do not support a type, or if it is too long.
    *
    * @param position
    *   a column's position in the records, from 0
    */
  def parameter(columns: StructType, position: String => Int): Option[String] = {
    val kinds = columns.map(column => ColumnKind.of(column.dataType))
    Option
      .when(kinds.forall(_.isDefined)) {
        val array = JsonNodeFactory.instance.arrayNode()
        columns.zip(kinds.flatten).foreach { case (column, kind) =>
          array.addObject().put("column", position(column.name)).put("type", kind.name)
        }
        array.toString
      }
      .filter(_.length <= MaxCharacters)
  }
}
