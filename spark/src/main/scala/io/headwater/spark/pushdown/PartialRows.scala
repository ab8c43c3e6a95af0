package io.headwater.spark
package pushdown

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.hadoop.io.Text
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._

/** Converts partial results to rows: the values of the groups, then Spark's aggregation buffers. A
  * response may contain only one kind of row.
  *
  * @param addBound
  *   receives, for each row, the maximum distance from 0 that it adds to a [[ExactSumBound]]
  */
class PartialRows(aggregate: PushedAggregate, addBound: Double => Unit) {
  import PartialRows._

  private lazy val groups = UnsafeProjection.create(aggregate.single.map(_.dataType).toArray)
  private lazy val project = UnsafeProjection.create(aggregate.single, aggregate.columns)
  private val rowBound = aggregate.rowBound
  private lazy val filter = {
    val condition = aggregate.filters.reduceOption(And).getOrElse(Literal.TrueLiteral)
    Predicate.create(condition, aggregate.columns)
  }

  /** Parses the group after a record's tag, a JSON list. */
  def group(record: Text): InternalRow = {
    val answer = Texts.readValue[Array[String]](record.getBytes, 1, record.getLength - 1)
    addBound(aggregate.sumBound(answer))
    groups(InternalRow.fromSeq(aggregate.partial(answer))).copy()
  }

  /** None if the row does not fulfil the filters. */
  private def single(row: InternalRow): Option[InternalRow] =
    Option.when(filter.eval(row)) {
      addBound(rowBound)
      project(row)
    }

  /** Converts rows to groups of one row each. Each overwrites the previous one. */
  def singles(rows: Iterator[InternalRow]): Iterator[InternalRow] = rows.flatMap(single(_))
}

object PartialRows {

  /** The tag of a group in a response. */
  val Aggregated: Byte = 'A'.toByte

  /** Converts numbers to texts too. */
  private val Texts = new ObjectMapper().readerFor(classOf[Array[String]])
}
