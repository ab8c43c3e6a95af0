package io.headwater.spark.csv

import io.headwater.spark.pushdown.{PartialRows, PushedAggregate, SplitReader, WholeAnswer}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
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
  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = query.call.send(part, conf)
    val records = new TaggedRecords(query, answer)
    val partials = new PartialRows(aggregate)
    val rows = WholeAnswer.rows(part, history) {
      Iterator
        .continually(records)
        .takeWhile(_.advance())
        .map(record => record.length -> groups(record, partials))
    }
    query.call.note(answer, history)
    rows
  }

  private def groups(record: TaggedRecords, partials: PartialRows): IterableOnce[InternalRow] =
    if (record.tag == PartialRows.Aggregated) Some(partials.group(record.text))
    else partials.singles(record.rows).map(_.copy())

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] =
    new PartialRows(aggregate).singles(PlainRows(query, part, conf))

  override protected def mayPush(part: PartitionedFile): Boolean =
    HeaderCheck.isMade(query, part, conf)
}
