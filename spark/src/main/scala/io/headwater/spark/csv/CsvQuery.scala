package io.headwater.spark.csv

import io.headwater.spark.pushdown.{ReadMetrics, StoreCall}
import org.apache.spark.sql.catalyst.csv.{CSVOptions, UnivocityParser}
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** What a query wants of CSV files, as tasks are told it.
  *
  * @param id
  *   tells queries apart
  * @param dataSchema
  *   the files' columns
  * @param requiredSchema
  *   those wanted
  * @param recordOptions
  *   the options of parsers of single records
  * @param filters
  *   what rows must fulfil, as Spark's parser checks it
  * @param parameters
  *   those of the storlet but for the range
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

  /** The request that asks the store. */
  def call: StoreCall = StoreCall("csv", parameters, metrics)

  /** Whether a row's columns are counted, so that one too few or too many makes it malformed. */
  def countsColumns: Boolean = !prunes || requiredSchema.length == dataSchema.length

  /** Whether Spark's parser looks at the wanted columns alone. */
  def prunes: Boolean = options.isColumnPruningEnabled(requiredSchema)

  /** Spark's parser of objects. */
  def objectParser: UnivocityParser =
    new UnivocityParser(dataSchema, requiredSchema, options, filters)

  /** Spark's parser of single records that are whole. */
  def wholeParser: UnivocityParser =
    new UnivocityParser(dataSchema, requiredSchema, recordOptions, filters)

  /** Spark's parser of single records that have just the wanted columns. */
  def projectedParser: UnivocityParser =
    new UnivocityParser(requiredSchema, requiredSchema, recordOptions, filters)

  /** A parser that treats malformed records as the mode has it. */
  def safe(parser: UnivocityParser): FailureSafeParser[String] =
    new FailureSafeParser[String](
      record => parser.parse(record),
      options.parseMode,
      requiredSchema,
      options.columnNameOfCorruptRecord
    )
}
