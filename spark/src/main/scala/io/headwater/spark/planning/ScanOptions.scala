package io.headwater.spark
package planning

import io.headwater.spark.config.ScanSettings
import io.headwater.spark.csv.{CsvDialect, CsvPlan}
import io.headwater.spark.pushdown.StorletNames.Parameter
import io.headwater.spark.skipping.RecordedOptions
import java.time.ZoneId
import java.util.Locale
import org.apache.spark.sql.catalyst.util.FailFastMode
import org.apache.spark.sql.headwater.JsonInternals.JSONOptions
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}

/** The options of a scan in the form in which skip indexes record them. */
object ScanOptions {

  /** JSON options that do not affect values, or that are recorded in another way. */
  private val NotRecorded = Set(
    "path",
    "paths",
    "mode",
    "basepath",
    "recursivefilelookup",
    "pathglobfilter",
    "modifiedbefore",
    "modifiedafter",
    "samplingratio",
    "mergeschema",
    "columnnameofcorruptrecord",
    "timezone",
    "__globpaths__"
  )

  /** Spark's settings that change values of JSON or columnar files. */
  private val Unrecorded = Seq(
    "spark.sql.json.enableExactStringParsing" -> "true",
    "spark.sql.legacy.json.allowEmptyString.enabled" -> "false",
    "spark.sql.caseSensitive" -> "false",
    "spark.sql.parquet.fieldId.read.enabled" -> "false",
    "spark.sql.parquet.int96TimestampConversion" -> "false",
    "spark.hadoop.orc.force.positional.evolution" -> "false",
    "orc.force.positional.evolution" -> "false"
  )

  /** The options of a scan, or None if no index can apply to it. */
  def of(source: String, conf: SQLConf, options: Map[String, String]): Option[RecordedOptions] =
    if (Unrecorded.exists { case (name, value) => conf.getConfString(name, value) != value }) None
    else
      source match {
        case "csv"  => csv(conf, options)
        case "json" => json(conf, options)
        case _      => Some(columnar(conf))
      }

  private def csv(conf: SQLConf, read: Map[String, String]): Option[RecordedOptions] = {
    val options = CsvPlan.options(conf, read)
    val dialect = new CsvDialect(options, isLegacy(conf))
    val recorded = dialect.parameters.filter(_._1 != Parameter.TimeZone).toMap
    Option.unless(options.parseMode == FailFastMode || dialect.obstacle.isDefined)(
      RecordedOptions(
        recorded + (Parameter.Sep -> options.delimiter),
        Some(options.columnNameOfCorruptRecord),
        options.zoneId,
        dialect.isExact,
        countsNulls = true
      )
    )
  }

  private def json(conf: SQLConf, read: Map[String, String]): Option[RecordedOptions] = {
    val options =
      new JSONOptions(read, conf.sessionLocalTimeZone, conf.columnNameOfCorruptRecord)
    val recorded = read.collect {
      case (name, value) if isRecorded(name) => name.toLowerCase(Locale.ROOT) -> value
    }
    Option.unless(options.parseMode == FailFastMode || isLegacy(conf))(
      RecordedOptions(
        recorded + (RecordedOptions.Zone -> options.zoneId.getId),
        Some(options.columnNameOfCorruptRecord),
        options.zoneId,
        _ => true,
        countsNulls = false
      )
    )
  }

  private def isRecorded(name: String): Boolean = {
    val lower = name.toLowerCase(Locale.ROOT)
    !NotRecorded(lower) && !ScanSettings.isOption(name)
  }

  private def columnar(conf: SQLConf): RecordedOptions =
    RecordedOptions(
      Map.empty,
      None,
      ZoneId.of(conf.sessionLocalTimeZone),
      _ => true,
      countsNulls = true
    )

  private def isLegacy(conf: SQLConf): Boolean =
    conf.legacyTimeParserPolicy == LegacyBehaviorPolicy.LEGACY
}
