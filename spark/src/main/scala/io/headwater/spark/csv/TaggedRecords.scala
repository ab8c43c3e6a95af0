package io.headwater.spark.csv

import io.headwater.store.storlet.StorletAnswer
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.io.Text
import org.apache.hadoop.util.LineReader
import org.apache.spark.sql.catalyst.InternalRow

/** The records of a tagged response of the storlet `csv`. Spark's own parser parses both complete
  * records and records of the needed columns.
  */
class TaggedRecords(query: CsvQuery, answer: StorletAnswer) {
  import TaggedRecords._

  private val separator = query.options.lineSeparatorInRead.getOrElse(Array('\n'.toByte))
  private val records = new LineReader(answer.stream, separator)
  private val record = new Text
  private val whole = query.recordParser
  private val projected = query.projectedParser

  /** Moves to the next record. Returns false if there is none. */
  def advance(): Boolean = records.readLine(record) > 0

  /** The record's kind, or zero if it has none. */
  def tag: Byte = if (record.getLength == 0) 0 else record.getBytes()(0)

  /** The record including its tag. The next record overwrites it. */
  def line: Text = record

  /** The record's row. Empty if the record is malformed and the mode drops it. */
  def rows: Iterator[InternalRow] = tag match {
    case Whole                                     => whole(text)
    case Projected if query.requiredSchema.isEmpty => Iterator.single(InternalRow.empty)
    case Projected                                 => projected(text)
    case other                                     =>
      throw new IllegalStateException(s"the storlet csv returned a record of kind $other")
  }

  private def text: String = new String(record.getBytes, 1, record.getLength - 1, UTF_8)
}

object TaggedRecords {
  private val Whole = 'W'.toByte
  private val Projected = 'P'.toByte
}
