package io.headwater.spark
package csv

import io.headwater.spark.pushdown.ColumnKind
import io.headwater.spark.pushdown.StorletNames.Parameter
import com.univocity.parsers.csv.UnescapedQuoteHandling
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.catalyst.util.DateFormatter
import org.apache.spark.sql.types._

import java.nio.charset.StandardCharsets.UTF_8

/** Spark's CSV options as parameters of the storlet `csv`: `docs/reference/csv.md`.
  *
  * @param legacyTime
  *   whether dates and times are read with Spark 2's parser
  */
class CsvDialect(options: CSVOptions, legacyTime: Boolean) {
  import CsvDialect._

  /** The reason why the storlet cannot read an object with these options as Spark does, if any. */
  def obstacle: Option[String] = {
    val obstacles = Seq(
      options.multiLine -> "multiLine",
      (options.charset != "UTF-8") -> s"encoding ${options.charset}",
      options.parameters.contains("singleVariantColumn") -> "singleVariantColumn",
      Carrying(options.unescapedQuoteHandling) ->
        s"unescapedQuoteHandling ${options.unescapedQuoteHandling}",
      // If a record contains a line feed, univocity assigns part of it to the next row.
      options.lineSeparator.exists(_ != "\n") -> "lineSep",
      // If a record begins with a blank field, univocity fails.
      trimsEndsAlone -> "ignoreTrailingWhiteSpace without ignoreLeadingWhiteSpace",
      (options.maxCharsPerColumn != -1) -> "maxCharsPerColumn",
      (options.maxColumns < DefaultMaxColumns) -> "maxColumns",
      !characters.forall(isAscii) -> "a quote, escape or comment that is not ASCII",
      texts.exists(_.contains('\uFFFD')) -> "the replacement character in an option"
    ) ++ separatorObstacles
    obstacles.collectFirst { case (true, name) => name }
  }

  /** What the storlet refuses: `docs/reference/csv.md`, section "Parameters". */
  private def separatorObstacles: Seq[(Boolean, String)] = {
    val sep = options.delimiter.getBytes(UTF_8)
    val quoted = options.quote != '\u0000'
    Seq(
      (sep.tail.contains(sep.head) && sep.distinct.length > 1) ->
        "a sep that contains its first character twice",
      options.delimiter.exists("\r\n".contains(_)) -> "a sep with a line break",
      (quoted && options.delimiter.contains(options.quote)) -> "a sep that contains the quote",
      (sep.length > 1 && options.ignoreLeadingWhiteSpaceInRead) ->
        "a sep of several bytes with ignoreLeadingWhiteSpace",
      (quoted && options.quote <= ' ') -> "a quote that is white space"
    )
  }

  /** Whether group records, which are JSON, can be mixed with row records. */
  def aggregates: Boolean = options.lineSeparator.forall(_.forall(_ < ' '))

  private def trimsEndsAlone: Boolean =
    options.ignoreTrailingWhiteSpaceInRead && !options.ignoreLeadingWhiteSpaceInRead

  private def characters: Seq[Char] =
    Seq(options.quote, options.escape, options.comment) ++ options.charToEscapeQuoteEscaping

  private def texts: Seq[String] = Seq(options.nullValue, options.emptyValueInRead)

  /** The storlet's parameters as names and values. */
  def parameters: Seq[(String, String)] = Seq(
    Parameter.Sep -> options.delimiter.replace("\\", "\\\\"),
    Parameter.Quote -> text(options.quote),
    Parameter.Escape -> text(options.escape),
    Parameter.Header -> options.headerFlag.toString,
    Parameter.NullValue -> options.nullValue,
    Parameter.EmptyValue -> options.emptyValueInRead,
    Parameter.IgnoreLeadingWhiteSpace -> options.ignoreLeadingWhiteSpaceInRead.toString,
    Parameter.IgnoreTrailingWhiteSpace -> options.ignoreTrailingWhiteSpaceInRead.toString
  ) ++ options.charToEscapeQuoteEscaping.map(Parameter.CharToEscapeQuoteEscaping -> text(_)) ++
    Option.when(options.isCommentSet)(Parameter.Comment -> text(options.comment)) ++
    options.lineSeparator.map(Parameter.LineSep -> _) ++
    offset.map(Parameter.TimeZone -> _)

  private def offset: Option[String] = ColumnKind.offset(options.zoneId)

  /** Whether the storlet reads values of a type as Spark does with these options. */
  def isExact(dataType: DataType): Boolean = dataType match {
    case DateType =>
      !legacyTime && options.dateFormatOption.forall(_ == DateFormatter.defaultPattern)
    case TimestampType          => !legacyTime && options.timestampFormatInRead.isEmpty
    case TimestampNTZType       => !legacyTime && options.timestampNTZFormatInRead.isEmpty
    case _: DecimalType         => options.locale == java.util.Locale.US
    case FloatType | DoubleType => !notNumbers.exists(_.toDoubleOption.exists(_.isFinite))
    case _                      => true
  }

  /** Whether the storlet reads most values of a type exactly. It needs to know a timestamp's zone.
    */
  def isTyped(dataType: DataType): Boolean =
    isExact(dataType) && (dataType != TimestampType || offset.isDefined)

  private def notNumbers: Seq[String] =
    Seq(options.nanValue, options.positiveInf, options.negativeInf)
}

object CsvDialect {

  /** With these, univocity carries parts of one row into the next, or fails on rows that are
    * dropped.
    */
  private val Carrying =
    Set(UnescapedQuoteHandling.BACK_TO_DELIMITER, UnescapedQuoteHandling.RAISE_ERROR)

  private val DefaultMaxColumns = 20480

  private def isAscii(character: Char): Boolean = character < 128

  /** Spark represents an empty option as the character zero. */
  private def text(character: Char): String = if (character == '\u0000') "" else character.toString
}
