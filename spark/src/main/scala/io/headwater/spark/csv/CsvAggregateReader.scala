package io.headwater.spark.csv

import com.fasterxml.jackson.databind.ObjectMapper
import io.headwater.spark.pushdown.{PushedAggregate, SplitReader, WholeAnswer}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits of CSV files: groups that the store worked out, and a group
  * of its own for each row that is read here.
  */
class CsvAggregateReader(
    query: CsvQuery,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query.id, query.metrics, configuration) {
  import CsvAggregateReader._

  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = query.call.send(part, conf)
    val records = new TaggedRecords(query, answer)
    val partials = new Partials(records)
    val rows = WholeAnswer.rows(part, history) {
      Iterator.continually(records).takeWhile(_.advance()).map(_.length -> partials.rows)
    }
    query.call.note(answer, history)
    rows
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] = {
    val single = new Single
    PlainRows(query, part, conf).flatMap(single(_))
  }

  override protected def mayPush(part: PartitionedFile): Boolean =
    HeaderCheck.isMade(query, part, conf)

  /** The groups of a record. An answer may have no rows that are groups by themselves. */
  private class Partials(records: TaggedRecords) {
    private lazy val single = new Single
    private lazy val groups = UnsafeProjection.create(aggregate.single.map(_.dataType).toArray)

    def rows: IterableOnce[InternalRow] =
      if (records.tag == TaggedRecords.Aggregated) {
        val values = aggregate.partial(Json.readTree(records.text))
        Some(groups(InternalRow.fromSeq(values)).copy())
      } else records.rows.flatMap(single(_)).map(_.copy())
  }

  /** The group that a row is by itself; none if it does not fulfil the filters. */
  private class Single {
    private val condition = aggregate.filters.reduceOption(And).getOrElse(Literal.TrueLiteral)
    private val keeps = Predicate.create(condition, aggregate.columns)
    private val project = UnsafeProjection.create(aggregate.single, aggregate.columns)

    def apply(row: InternalRow): Option[InternalRow] = Option.when(keeps.eval(row))(project(row))
  }
}

object CsvAggregateReader {
  private val Json = new ObjectMapper
}
