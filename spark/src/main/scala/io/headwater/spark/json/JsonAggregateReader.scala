package io.headwater.spark
package json

import io.headwater.spark.pushdown.{AggregateReader, AnswerLines, PartialRows, PushedAggregate}
import io.headwater.store.storlet.StorletAnswer
import org.apache.hadoop.io.Text
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits of JSON lines. */
class JsonAggregateReader(
    query: JsonQuery,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends AggregateReader(query.id, query.call, aggregate, configuration) {
  import JsonAggregateReader._

  override protected def records(
      answer: StorletAnswer,
      partials: PartialRows
  ): Iterator[(Int, IterableOnce[InternalRow])] = {
    val parser = query.lines
    AnswerLines(answer.stream, query.separator)
      .map(line => line.getLength -> groups(line, parser, partials))
  }

  private def groups(
      line: Text,
      parser: FailureSafeParser[Text],
      partials: PartialRows
  ): IterableOnce[InternalRow] = {
    val tag: Byte = if (line.getLength == 0) 0 else line.getBytes()(0)
    tag match {
      case PartialRows.Aggregated => Some(partials.group(line))
      case UngroupedRow           => partials.singles(parser.parse(withoutTag(line))).map(_.copy())
      case other                  =>
        throw new IllegalStateException(s"the storlet jsonl returned a line of kind $other")
    }
  }

  override protected def rows(part: PartitionedFile): Iterator[InternalRow] =
    query.plain(part, conf)
}

object JsonAggregateReader {
  private val UngroupedRow = 'L'.toByte

  private def withoutTag(line: Text): Text = {
    val inner = new Text
    inner.set(line.getBytes, 1, line.getLength - 1)
    inner
  }
}
