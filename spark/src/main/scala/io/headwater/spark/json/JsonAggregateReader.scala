package io.headwater.spark.json

import io.headwater.spark.pushdown._
import org.apache.hadoop.io.Text
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads partial aggregates of splits of JSON lines: groups that the store worked out, and a group
  * of its own for each row that is read here.
  */
class JsonAggregateReader(
    query: JsonQuery,
    aggregate: PushedAggregate,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query.id, query.metrics, configuration) {
  import JsonAggregateReader._

  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = query.call.send(part, conf)
    val partials = new Partials
    val rows = WholeAnswer.rows(part, history) {
      AnswerLines(answer.stream, query.separator)
        .map(line => line.getLength -> partials.rows(line))
    }
    query.call.note(answer, history)
    rows
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] =
    new PartialRows(aggregate).singles(query.plain(part, conf))

  /** The partial results of a line of a tagged answer. */
  private class Partials {
    private val partials = new PartialRows(aggregate)
    private val parser = query.lines
    private val inner = new Text

    def rows(line: Text): IterableOnce[InternalRow] = {
      val tag: Byte = if (line.getLength == 0) 0 else line.getBytes()(0)
      tag match {
        case PartialRows.Aggregated => Some(partials.group(behindTag(line).toString))
        case Passed                 => partials.singles(parser.parse(behindTag(line))).map(_.copy())
        case other                  =>
          throw new IllegalStateException(s"the storlet jsonl answered a line of kind $other")
      }
    }

    private def behindTag(line: Text): Text = {
      inner.set(line.getBytes, 1, line.getLength - 1)
      inner
    }
  }
}

object JsonAggregateReader {
  private val Passed = 'L'.toByte
}
