package io.headwater.spark.json

import io.headwater.spark.pushdown.{
  AnswerLines,
  PlannedObject,
  PushdownCostModel,
  ReadMetrics,
  StoreCall,
  StorletNames
}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.io.Text
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.json.JacksonParser
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.json.JsonDataSource
import org.apache.spark.sql.headwater.JsonInternals.JSONOptions
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

/** A query on JSON lines, as it is sent to tasks.
  *
  * @param id
  *   identifies the query
  * @param required
  *   the needed columns
  * @param filters
  *   the filters that Spark's parser checks
  * @param parameters
  *   the storlet's parameters without the range
  */
case class JsonQuery(
    id: String,
    required: StructType,
    options: JSONOptions,
    filters: Seq[Filter],
    parameters: Seq[(String, String)],
    metrics: ReadMetrics
) {

  /** The request to the store for an answer of text. */
  def call: StoreCall = StoreCall(StorletNames.Jsonl, parameters, metrics)

  /** The rows of a part of a file, from an answer of text. */
  def pushedRows(
      part: PartitionedFile,
      conf: Configuration,
      history: PushdownCostModel
  ): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    val parser = lines
    AnswerLines(answer.stream, separator).flatMap(parser.parse) ++ call.recordAtEnd(answer, history)
  }

  /** Spark's parser. */
  def parser: JacksonParser =
    new JacksonParser(required, options, allowArrayAsStructs = true, filters)

  /** Spark's parser of lines, which handles malformed lines according to the mode. */
  def lines: FailureSafeParser[Text] = {
    val jackson = parser
    new FailureSafeParser[Text](
      line => jackson.parse(line, SparkJackson.createParser, text),
      options.parseMode,
      required,
      options.columnNameOfCorruptRecord
    )
  }

  /** The rows of a part of a file, read without pushdown. */
  def plain(part: PartitionedFile, conf: Configuration): Iterator[InternalRow] =
    JsonDataSource(options).readFile(PlannedObject.pinned(conf, part), part, parser, required)

  /** The line separator of a response. */
  def separator: Array[Byte] = options.lineSeparatorInRead.getOrElse(Array('\n'.toByte))

  private def text(line: Text): UTF8String = UTF8String.fromBytes(line.getBytes, 0, line.getLength)
}
