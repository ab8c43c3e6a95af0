package io.headwater.spark.csv

import io.headwater.spark.inference.{Inference, InferredFormat, InferredLines}
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.execution.datasources.csv.{CSVUtils, TextInputCSVDataSource}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.types.StructType

/** What the store can do for the inference of a schema: it tells shapes of texts apart as Spark's
  * default formats do.
  */
class CsvInference(conf: SQLConf, read: Map[String, String]) extends Inference {
  import CsvInference._

  private val options: CSVOptions = CsvPlan.options(conf, read)

  private val dialect = new CsvDialect(options, legacyTime = false)

  override def isExact: Boolean =
    dialect.obstacle.isEmpty && options.samplingRatio == 1.0 &&
      conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.CORRECTED &&
      options.locale == java.util.Locale.US &&
      formats.forall(_.isEmpty) && Names.forall { case (name, default) => name(options) == default }

  private def formats: Seq[Option[String]] = Seq(
    options.dateFormatOption,
    options.timestampFormatInRead,
    options.timestampNTZFormatInRead
  )

  override def separator: Option[Array[Byte]] = options.lineSeparatorInRead

  /** With a header, every line like the first one that Spark sees is none. */
  override def schema(lines: InferredLines): Option[StructType] =
    for {
      first <- CSVUtils.filterCommentAndEmpty(lines.all, options).take(1).headOption
      told <- parameters(first)
    } yield TextInputCSVDataSource.inferFromDataset(
      lines.session,
      lines.telling(told),
      Some(first),
      options
    )

  /** Those of the storlet; none if it cannot be told the header. */
  private def parameters(first: String): Option[Seq[(String, String)]] = {
    val header = Option.when(options.headerFlag)(first)
    Option.unless(header.exists(isHard)) {
      dialect.parameters.filterNot(_._1 == "header") ++ Seq("inference" -> "true") ++
        header.map("headerLine" -> _)
    }
  }

  /** A parameter travels in a request's head. */
  private def isHard(line: String): Boolean =
    line.length > LongestHeader || line.contains('\uFFFD')
}

object CsvInference {

  /** What `inferSchema` infers. */
  val Format: InferredFormat = InferredFormat(
    "csv",
    CsvFormat,
    _.get("inferSchema").exists(_.equalsIgnoreCase("true")),
    new CsvInference(_, _)
  )

  private val LongestHeader = 2048

  /** What Spark calls a number that is none. */
  private val Names = Seq[(CSVOptions => String, String)](
    (_.nanValue, "NaN"),
    (_.positiveInf, "Inf"),
    (_.negativeInf, "-Inf")
  )
}
