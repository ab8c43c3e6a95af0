package io.headwater.spark.storlet

import io.headwater.spark.config.StorletOutput
import io.headwater.spark.csv.CsvPlan
import io.headwater.spark.pushdown.AnswerLines
import java.io.InputStream
import org.apache.hadoop.io.Text
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.{CSVExprUtils, CSVOptions, UnivocityParser}
import org.apache.spark.sql.catalyst.expressions.{BoundReference, GenericInternalRow, JsonToStructs}
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** Converts a response to rows of the needed columns. */
trait AnswerRows extends Serializable {
  def rows(answer: InputStream): Iterator[InternalRow]
}

object AnswerRows {

  /** @param columns
    *   the columns of the responses
    * @param required
    *   the columns that the query needs
    * @param options
    *   the options of the read, some of which control parsing
    */
  def apply(
      output: StorletOutput,
      columns: StructType,
      required: StructType,
      options: Map[String, String],
      conf: SQLConf
  ): AnswerRows = output match {
    case StorletOutput.Text   => new TextRows(required)
    case StorletOutput.Binary => new BinaryRows(required)
    case StorletOutput.Csv    => new CsvRows(columns, required, csvOptions(options, conf))
    case StorletOutput.Json   => new JsonRows(required, fromJson(required, options, conf))
  }

  private def csvOptions(options: Map[String, String], conf: SQLConf): CSVOptions = {
    val parsed = CsvPlan.options(conf, options)
    if (parsed.headerFlag || parsed.multiLine)
      throw new IllegalArgumentException(
        "output=csv reads one record per line, without a header: " +
          "remove the options header and multiLine, and specify a schema"
      )
    parsed
  }

  private def fromJson(
      required: StructType,
      options: Map[String, String],
      conf: SQLConf
  ): JsonToStructs = JsonToStructs(
    required,
    options,
    BoundReference(0, StringType, nullable = false),
    Some(conf.sessionLocalTimeZone)
  )

  private def lines(answer: InputStream): Iterator[Text] = AnswerLines(answer, null)

  private def text(line: Text): UTF8String = UTF8String.fromBytes(line.copyBytes())

  private class TextRows(required: StructType) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] =
      if (required.isEmpty) lines(answer).map(_ => InternalRow.empty)
      else lines(answer).map(line => InternalRow(text(line)))
  }

  private class BinaryRows(required: StructType) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val bytes = answer.readAllBytes()
      Iterator.single(if (required.isEmpty) InternalRow.empty else InternalRow(bytes))
    }
  }

  /** One value a line, parsed as `from_json` does. */
  private class JsonRows(required: StructType, fromJson: JsonToStructs) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val nulls = new GenericInternalRow(required.length)
      lines(answer).map(text).filterNot(_.trim.numBytes == 0).map { line =>
        Option(fromJson.nullSafeEval(line).asInstanceOf[InternalRow]).getOrElse(nulls)
      }
    }
  }

  /** One record a line, parsed as Spark's CSV reader does. */
  private class CsvRows(columns: StructType, required: StructType, options: CSVOptions)
      extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val parser = new UnivocityParser(parsed(columns), parsed(required), options)
      val safe = new FailureSafeParser[String](
        record => parser.parse(record),
        options.parseMode,
        required,
        options.columnNameOfCorruptRecord
      )
      val records = AnswerLines(answer, options.lineSeparatorInRead.orNull).map(_.toString)
      CSVExprUtils.filterCommentAndEmpty(records, options).flatMap(safe.parse)
    }

    private def parsed(schema: StructType): StructType =
      StructType(schema.filterNot(_.name == options.columnNameOfCorruptRecord))
  }
}
