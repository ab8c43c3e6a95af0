package io.headwater.spark
package csv

import io.headwater.spark.pushdown.{AggregateReader, PartialRows, PushedAggregate}
import io.headwater.store.storlet.StorletAnswer
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits of CSV files. */
class CsvAggregateReader(
    query: CsvQuery,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends AggregateReader(query.id, query.call, aggregate, configuration) {

  override protected def records(
      answer: StorletAnswer,
      partials: PartialRows
  ): Iterator[(Int, IterableOnce[InternalRow])] = {
    val tagged = new TaggedRecords(query, answer)
    Iterator
      .continually(tagged)
      .takeWhile(_.advance())
      .map(record => record.line.getLength -> groups(record, partials))
  }

  private def groups(record: TaggedRecords, partials: PartialRows): IterableOnce[InternalRow] =
    if (record.tag == PartialRows.Aggregated) Some(partials.group(record.line))
    else partials.singles(record.rows).map(_.copy())

  override protected def rows(part: PartitionedFile): Iterator[InternalRow] =
    PlainRows(query, part, conf)

  override protected def mayPush(part: PartitionedFile): Boolean =
    HeaderCheck.isMade(query, part, conf)
}
