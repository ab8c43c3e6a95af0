package io.headwater.spark.csv

import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}

/** What the store can do for the inference of a schema: it tells shapes of texts apart as Spark's
  * default formats do.
  */
class CsvInference(conf: SQLConf, read: Map[String, String]) {
  import CsvInference._

  /** The options of the read. */
  val options: CSVOptions = CsvPlan.options(conf, read)

  private val dialect = new CsvDialect(options, legacyTime = false)

  /** Whether the columns that Spark infers from the store's lines are those of all lines. */
  def isExact: Boolean =
    dialect.obstacle.isEmpty && options.samplingRatio == 1.0 &&
      conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.CORRECTED &&
      options.locale == java.util.Locale.US &&
      formats.forall(_.isEmpty) && Names.forall { case (name, default) => name(options) == default }

  private def formats: Seq[Option[String]] = Seq(
    options.dateFormatOption,
    options.timestampFormatInRead,
    options.timestampNTZFormatInRead
  )

  /** Those of the storlet; none if it cannot be told the header.
    *
    * @param first
    *   the first line that Spark sees: with a header, every line like it is none
    */
  def parameters(first: String): Option[Seq[(String, String)]] = {
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
  private val LongestHeader = 2048

  /** What Spark calls a number that is none. */
  private val Names = Seq[(CSVOptions => String, String)](
    (_.nanValue, "NaN"),
    (_.positiveInf, "Inf"),
    (_.negativeInf, "-Inf")
  )
}
