package io.headwater.spark.storlet

import io.headwater.spark.csv.CsvPlan
import io.headwater.spark.pushdown.AnswerLines
import java.io.InputStream
import org.apache.hadoop.io.Text
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.{CSVExprUtils, CSVOptions, UnivocityParser}
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow}
import org.apache.spark.sql.catalyst.expressions.json.JsonToStructsEvaluator
import org.apache.spark.sql.catalyst.util.FailureSafeParser
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

/** Converts a response to rows of the needed columns. */
trait AnswerRows extends Serializable {
  def rows(answer: InputStream): Iterator[InternalRow]
}

object AnswerRows {

  /** @param columns
    *   the columns of the responses
    * @param wanted
    *   the columns that the query needs
    * @param options
    *   the options of the read, some of which control parsing
    */
  def apply(
      output: StorletQuery.Output,
      columns: StructType,
      wanted: StructType,
      options: Map[String, String],
      conf: SQLConf
  ): AnswerRows = output match {
    case StorletQuery.Text   => new TextRows(wanted)
    case StorletQuery.Binary => new BinaryRows(wanted)
    case StorletQuery.Csv    => new CsvRows(columns, wanted, csvOptions(options, conf))
    case StorletQuery.Json   => new JsonRows(wanted, jsonEvaluator(wanted, options, conf))
  }

  private def csvOptions(options: Map[String, String], conf: SQLConf): CSVOptions = {
    val parsed = CsvPlan.options(conf, options)
    if (parsed.headerFlag || parsed.multiLine)
      throw new IllegalArgumentException(
        "output=csv takes an answer for records without a header, one a line: " +
          "leave header and multiLine out, and give a schema"
      )
    parsed
  }

  private def jsonEvaluator(
      wanted: StructType,
      options: Map[String, String],
      conf: SQLConf
  ): JsonToStructsEvaluator = JsonToStructsEvaluator(
    options,
    wanted,
    conf.columnNameOfCorruptRecord,
    Some(conf.sessionLocalTimeZone),
    variantAllowDuplicateKeys = conf.getConf(SQLConf.VARIANT_ALLOW_DUPLICATE_KEYS)
  )

  private def lines(answer: InputStream): Iterator[Text] = AnswerLines(answer, null)

  private def text(line: Text): UTF8String = UTF8String.fromBytes(line.copyBytes())

  private class TextRows(wanted: StructType) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] =
      if (wanted.isEmpty) lines(answer).map(_ => InternalRow.empty)
      else lines(answer).map(line => InternalRow(text(line)))
  }

  private class BinaryRows(wanted: StructType) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val bytes = answer.readAllBytes()
      Iterator.single(if (wanted.isEmpty) InternalRow.empty else InternalRow(bytes))
    }
  }

  /** One value a line, parsed as `from_json` does. */
  private class JsonRows(wanted: StructType, evaluator: JsonToStructsEvaluator) extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val nothing = new GenericInternalRow(wanted.length)
      lines(answer).map(text).filterNot(_.trim.numBytes == 0).map { line =>
        Option(evaluator.evaluate(line).asInstanceOf[InternalRow]).getOrElse(nothing)
      }
    }
  }

  /** One record a line, parsed as Spark's CSV reader does. */
  private class CsvRows(columns: StructType, wanted: StructType, options: CSVOptions)
      extends AnswerRows {
    override def rows(answer: InputStream): Iterator[InternalRow] = {
      val parser = new UnivocityParser(parsed(columns), parsed(wanted), options)
      val safe = new FailureSafeParser[String](
        record => parser.parse(record),
        options.parseMode,
        wanted,
        options.columnNameOfCorruptRecord
      )
      val records = AnswerLines(answer, options.lineSeparatorInRead.orNull).map(_.toString)
      CSVExprUtils.filterCommentAndEmpty(records, options).flatMap(safe.parse)
    }

    private def parsed(schema: StructType): StructType =
      StructType(schema.filterNot(_.name == options.columnNameOfCorruptRecord))
  }
}
