package io.headwater.spark
package csv

import io.headwater.spark.inference.{Inference, InferredFormat, InferredLines}
import io.headwater.spark.pushdown.StorletNames.Parameter
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.execution.datasources.csv.{CSVUtils, TextInputCSVDataSource}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.types.StructType

/** Schema inference of CSV with the store's help. The storlet distinguishes the shapes of texts as
  * Spark's default formats do.
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

  /** If there is a header, Spark ignores every line that equals the first line it sees. */
  override def schema(lines: InferredLines): Option[StructType] =
    for {
      first <- CSVUtils.filterCommentAndEmpty(lines.all, options).take(1).headOption
      sampling <- parameters(first)
    } yield TextInputCSVDataSource.inferFromDataset(
      lines.session,
      lines.sample(sampling),
      Some(first),
      options
    )

  /** The storlet's parameters, or none if the header cannot be passed to it. */
  private def parameters(first: String): Option[Seq[(String, String)]] = {
    val header = Option.when(options.headerFlag)(first)
    Option.unless(header.exists(isUnsendable)) {
      dialect.parameters.filterNot(_._1 == Parameter.Header) ++ Seq(
        Parameter.Inference -> "true"
      ) ++
        header.map(Parameter.HeaderLine -> _)
    }
  }

  /** Parameters are sent in request headers, which limits them. */
  private def isUnsendable(line: String): Boolean =
    line.length > MaxHeaderLength || line.contains('\uFFFD')
}

object CsvInference {

  /** CSV inference, which `inferSchema` turns on. */
  val Format: InferredFormat = InferredFormat(
    "csv",
    CsvFormat,
    _.get("inferSchema").exists(_.equalsIgnoreCase("true")),
    new CsvInference(_, _)
  )

  private val MaxHeaderLength = 2048

  /** Spark's names for NaN and the infinities. */
  private val Names = Seq[(CSVOptions => String, String)](
    (_.nanValue, "NaN"),
    (_.positiveInf, "Inf"),
    (_.negativeInf, "-Inf")
  )
}
