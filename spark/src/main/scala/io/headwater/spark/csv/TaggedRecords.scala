package io.headwater.spark.csv

import io.headwater.store.storlet.StorletAnswer
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.io.Text
import org.apache.hadoop.util.LineReader
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.UnivocityParser

/** The records of a tagged answer of the storlet `csv`: whole ones and those of the wanted columns
  * alone are parsed by Spark's own parser.
  */
class TaggedRecords(query: CsvQuery, answer: StorletAnswer) {
  import TaggedRecords._

  private val separator = query.options.lineSeparatorInRead.getOrElse(Array('\n'.toByte))
  private val records = new LineReader(answer.stream, separator)
  private val record = new Text
  // Each has buffers of its own, and records of one kind may never come.
  private lazy val whole = query.safe(warm(query.wholeParser))
  private lazy val projected = query.safe(warm(query.projectedParser))

  /** Goes to the next record; false if there is none. */
  def advance(): Boolean = records.readLine(record) > 0

  /** What kind of record it is; zero of one without. */
  def tag: Byte = if (record.getLength == 0) 0 else record.getBytes()(0)

  /** The record with its tag. Each overwrites the one before. */
  def line: Text = record

  /** The record's row; none if it is malformed, and the mode is to drop it. */
  def rows: Iterator[InternalRow] = tag match {
    case Whole                                     => whole.parse(text)
    case Projected if query.requiredSchema.isEmpty => Iterator.single(InternalRow.empty)
    case Projected                                 => projected.parse(text)
    case other                                     =>
      throw new IllegalStateException(s"the storlet csv answered a record of kind $other")
  }

  private def text: String = new String(record.getBytes, 1, record.getLength - 1, UTF_8)

  /** Univocity's parser is another one before its first record than after. */
  private def warm(parser: UnivocityParser): UnivocityParser = {
    parser.tokenizer.parseLine(s"a${query.options.delimiter}a")
    parser
  }
}

object TaggedRecords {
  private val Whole = 'W'.toByte
  private val Projected = 'P'.toByte
}
