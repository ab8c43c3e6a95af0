package io.headwater.spark.csv

import io.headwater.spark.pushdown.{PushdownCostModel, ReadMetrics, StoreCall, StorletNames}
import java.io.IOException
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.{CSVOptions, UnivocityParser}
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.headwater.LineInternals
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** A query on CSV files, as it is sent to tasks.
  *
  * @param id
  *   identifies the query
  * @param dataSchema
  *   the files' columns
  * @param requiredSchema
  *   the needed columns
  * @param recordOptions
  *   the options of parsers of single records
  * @param filters
  *   the filters that Spark's parser checks
  * @param parameters
  *   the storlet's parameters without the range
  */
case class CsvQuery(
    id: String,
    dataSchema: StructType,
    requiredSchema: StructType,
    options: CSVOptions,
    recordOptions: CSVOptions,
    filters: Seq[Filter],
    parameters: Seq[(String, String)],
    metrics: ReadMetrics
) {
  import CsvQuery._

  /** The request to the store for an answer of text. */
  def call: StoreCall = StoreCall(StorletNames.Csv, parameters, metrics)

  /** The rows of a part of a file, from an answer of text. */
  def pushedRows(
      part: PartitionedFile,
      conf: Configuration,
      history: PushdownCostModel
  ): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    new TaggedRows(this, answer) ++ call.recordAtEnd(answer, history)
  }

  /** Whether a row's columns are counted. If so, a missing or extra column makes the row malformed.
    */
  def countsColumns: Boolean = !prunes || requiredSchema.length == dataSchema.length

  /** Whether Spark's parser reads only the needed columns. */
  def prunes: Boolean = LineInternals.prunesCsvColumns(options, requiredSchema)

  /** Spark's parser of objects. */
  def objectParser: UnivocityParser =
    new UnivocityParser(dataSchema, requiredSchema, options, filters)

  /** Parses complete records. Throws an IOException if a record cannot be parsed alone. */
  def recordParser: String => Iterator[InternalRow] = {
    val parse = parser(dataSchema)
    record => {
      if (record.startsWith(ByteOrderMark))
        throw new IOException(
          "a record begins with a byte order mark, which univocity removes from the first record " +
            "of a split only"
        )
      parse(record)
    }
  }

  /** Parses records that have only the needed columns. */
  def projectedParser: String => Iterator[InternalRow] = parser(requiredSchema)

  /** Parses single records that have these columns. */
  private def parser(columns: StructType): String => Iterator[InternalRow] = {
    // Lazy, because a parser allocates buffers, and most answers have no record of a kind.
    lazy val safeParser = safe(
      warm(new UnivocityParser(columns, requiredSchema, recordOptions, filters))
    )
    record => safeParser.parse(record)
  }

  /** Parses a first line, because univocity's parser handles its first record differently. */
  private def warm(parser: UnivocityParser): UnivocityParser = {
    parser.tokenizer.parseLine(s"a${options.delimiter}a")
    parser
  }

  /** A parser that handles malformed records according to the mode. */
  def safe(parser: UnivocityParser): FailureSafeParser[String] =
    new FailureSafeParser[String](
      record => parser.parse(record),
      options.parseMode,
      requiredSchema,
      options.columnNameOfCorruptRecord
    )
}

object CsvQuery {
  private val ByteOrderMark = "\uFEFF"
}
