package io.headwater.spark.csv

import io.headwater.store.storlet.StorletAnswer
import org.apache.spark.sql.catalyst.InternalRow

/** The rows of a tagged response of the storlet `csv`. */
class TaggedRows(query: CsvQuery, answer: StorletAnswer) extends Iterator[InternalRow] {
  private val records = new TaggedRecords(query, answer)
  private var rows: Iterator[InternalRow] = Iterator.empty
  private var ended = false

  override def hasNext: Boolean = {
    while (!rows.hasNext && !ended) {
      if (records.advance()) rows = records.rows else ended = true
    }
    rows.hasNext
  }

  override def next(): InternalRow = rows.next()
}
