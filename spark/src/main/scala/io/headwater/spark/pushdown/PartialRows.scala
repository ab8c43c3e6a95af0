package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._

/** Makes rows of partial results: the values of the groups, then those of Spark's buffers. An
  * answer may have rows of one kind alone.
  */
class PartialRows(aggregate: PushedAggregate) {
  import PartialRows._

  private lazy val groups = UnsafeProjection.create(aggregate.single.map(_.dataType).toArray)
  private lazy val project = UnsafeProjection.create(aggregate.single, aggregate.columns)
  private lazy val keeps = {
    val condition = aggregate.filters.reduceOption(And).getOrElse(Literal.TrueLiteral)
    Predicate.create(condition, aggregate.columns)
  }

  /** A group as a storlet answers it: a list of JSON. */
  def group(answer: String): InternalRow =
    groups(InternalRow.fromSeq(aggregate.partial(Json.readTree(answer)))).copy()

  /** None if the row does not fulfil the filters. */
  private def single(row: InternalRow): Option[InternalRow] =
    Option.when(keeps.eval(row))(project(row))

  /** The groups that rows are by themselves. Each overwrites the one before. */
  def singles(rows: Iterator[InternalRow]): Iterator[InternalRow] = rows.flatMap(single(_))
}

object PartialRows {

  /** The tag of a group in an answer. */
  val Aggregated: Byte = 'A'.toByte

  private val Json = new ObjectMapper
}
