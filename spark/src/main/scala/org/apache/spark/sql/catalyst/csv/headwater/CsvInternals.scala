package org.apache.spark.sql.catalyst.csv.headwater

import org.apache.spark.sql.catalyst.csv.{CSVHeaderChecker, UnivocityParser}

/** What Spark keeps to its package of CSV, and Headwater needs. */
object CsvInternals {

  /** Fails, or warns, if the header line of a file is not the schema's. */
  def check(checker: CSVHeaderChecker, header: String, parser: UnivocityParser): Unit =
    checker.checkHeaderColumnNames(Iterator.single(header), parser.tokenizer)
}
