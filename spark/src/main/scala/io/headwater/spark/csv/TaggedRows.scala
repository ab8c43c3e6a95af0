package io.headwater.spark.csv

import io.headwater.store.storlet.StorletAnswer
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.io.Text
import org.apache.hadoop.util.LineReader
import org.apache.spark.sql.catalyst.InternalRow

/** The rows of a tagged answer of the storlet `csv`: each record is parsed by Spark's own parser,
  * as a whole one or as one of the wanted columns.
  */
class TaggedRows(query: CsvQuery, answer: StorletAnswer) extends Iterator[InternalRow] {
  import TaggedRows._

  private val separator = query.options.lineSeparatorInRead.getOrElse(Array('\n'.toByte))
  private val records = new LineReader(answer.stream, separator)
  private val record = new Text
  private val whole = query.safe(warm(query.wholeParser, query))
  private val projected = query.safe(warm(query.projectedParser, query))
  private var rows = Iterator.empty[InternalRow]
  private var ended = false

  override def hasNext: Boolean = {
    while (!rows.hasNext && !ended) {
      if (records.readLine(record) == 0) ended = true else rows = parse()
    }
    rows.hasNext
  }

  override def next(): InternalRow = rows.next()

  private def parse(): Iterator[InternalRow] = {
    val text = new String(record.getBytes, 1, record.getLength - 1, UTF_8)
    record.getBytes()(0) match {
      case Whole                                     => whole.parse(text)
      case Projected if query.requiredSchema.isEmpty => Iterator.single(InternalRow.empty)
      case Projected                                 => projected.parse(text)
      case other                                     =>
        throw new IllegalStateException(s"the storlet csv answered a record of kind $other")
    }
  }
}

object TaggedRows {
  private val Whole = 'W'.toByte
  private val Projected = 'P'.toByte

  /** Univocity's parser is another one before its first record than after. */
  private def warm(
      parser: org.apache.spark.sql.catalyst.csv.UnivocityParser,
      query: CsvQuery
  ): org.apache.spark.sql.catalyst.csv.UnivocityParser = {
    parser.tokenizer.parseLine(s"a${query.options.delimiter}a")
    parser
  }
}
