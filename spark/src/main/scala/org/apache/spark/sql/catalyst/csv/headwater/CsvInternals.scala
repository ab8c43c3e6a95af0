package org.apache.spark.sql.catalyst.csv.headwater

import org.apache.spark.sql.catalyst.csv.{CSVHeaderChecker, UnivocityParser}

/** Spark internals of the CSV package that Headwater needs. */
object CsvInternals {

  /** Fails or warns if a file's header line does not match the schema. */
  def check(checker: CSVHeaderChecker, header: String, parser: UnivocityParser): Unit =
    checker.checkHeaderColumnNames(Iterator.single(header), parser.tokenizer)
}
