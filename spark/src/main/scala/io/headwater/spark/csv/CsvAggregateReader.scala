package io.headwater.spark.csv

import com.fasterxml.jackson.databind.ObjectMapper
import io.headwater.spark.pushdown.{PushedAggregate, SplitReader}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable

/** Reads partial aggregates of splits of CSV files: groups that the store worked out, and a group
  * of its own for each row that is read here.
  */
class CsvAggregateReader(
    query: CsvQuery,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query.id, query.metrics, configuration) {
  import CsvAggregateReader._

  /** The answer is taken whole before its first row is told, since a plain reading does not bring
    * the same rows.
    */
  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = query.call.send(part, conf)
    val records = new TaggedRecords(query, answer)
    val rows = mutable.ArrayBuffer.empty[InternalRow]
    val single = new Single
    val groups = UnsafeProjection.create(aggregate.single.map(_.dataType).toArray)
    var length = 0L
    while (records.advance()) {
      length += records.length
      if (length > LongestAnswer) giveUp()
      if (records.tag == TaggedRecords.Aggregated) {
        val values = aggregate.partial(Json.readTree(records.text))
        rows += groups(InternalRow.fromSeq(values)).copy()
      } else rows ++= records.rows.flatMap(single(_)).map(_.copy())
    }
    query.call.note(answer, history)
    rows.iterator
  }

  private def giveUp(): Nothing = {
    history.note(LongestAnswer, LongestAnswer)
    throw new IllegalStateException("the groups of a split are too many to be worth it")
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] = {
    val single = new Single
    PlainRows(query, part, conf).flatMap(single(_))
  }

  override protected def mayPush(part: PartitionedFile): Boolean =
    HeaderCheck.isMade(query, part, conf)

  /** The group that a row is by itself; none if it does not fulfil the filters. */
  private class Single {
    private val condition = aggregate.filters.reduceOption(And).getOrElse(Literal.TrueLiteral)
    private val keeps = Predicate.create(condition, aggregate.columns)
    private val project = UnsafeProjection.create(aggregate.single, aggregate.columns)

    def apply(row: InternalRow): Option[InternalRow] = Option.when(keeps.eval(row))(project(row))
  }
}

object CsvAggregateReader {
  private val LongestAnswer = 32L << 20
  private val Json = new ObjectMapper
}
