package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.hadoop.io.Text
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._

/** Makes rows of partial results: the values of the groups, then those of Spark's buffers. An
  * answer may have rows of one kind alone.
  *
  * @param note
  *   is told how far from 0 each may bring a [[ReachedSum]]
  */
class PartialRows(aggregate: PushedAggregate, note: Double => Unit) {
  import PartialRows._

  private lazy val groups = UnsafeProjection.create(aggregate.single.map(_.dataType).toArray)
  private lazy val project = UnsafeProjection.create(aggregate.single, aggregate.columns)
  private val mostOfRow = aggregate.mostOfRow
  private lazy val keeps = {
    val condition = aggregate.filters.reduceOption(And).getOrElse(Literal.TrueLiteral)
    Predicate.create(condition, aggregate.columns)
  }

  /** The group that a record has behind its tag: a list of JSON. */
  def group(record: Text): InternalRow = {
    val answer = Texts.readValue[Array[String]](record.getBytes, 1, record.getLength - 1)
    note(aggregate.most(answer))
    groups(InternalRow.fromSeq(aggregate.partial(answer))).copy()
  }

  /** None if the row does not fulfil the filters. */
  private def single(row: InternalRow): Option[InternalRow] =
    Option.when(keeps.eval(row)) {
      note(mostOfRow)
      project(row)
    }

  /** The groups that rows are by themselves. Each overwrites the one before. */
  def singles(rows: Iterator[InternalRow]): Iterator[InternalRow] = rows.flatMap(single(_))
}

object PartialRows {

  /** The tag of a group in an answer. */
  val Aggregated: Byte = 'A'.toByte

  /** Makes texts of numbers, too. */
  private val Texts = new ObjectMapper().readerFor(classOf[Array[String]])
}
