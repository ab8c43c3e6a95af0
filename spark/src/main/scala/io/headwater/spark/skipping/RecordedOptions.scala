package io.headwater.spark.skipping

import io.headwater.spark.csv.{CsvDialect, CsvPlan}
import java.time.ZoneId
import java.time.zone.ZoneRules
import java.util.Locale
import org.apache.spark.sql.catalyst.json.JSONOptions
import org.apache.spark.sql.catalyst.util.FailFastMode
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}
import org.apache.spark.sql.types.DataType
import scala.util.Try

/** How a reader reads a source, as far as an index records it (`protocol/SKIP-INDEX.md`, section
  * 3).
  *
  * @param options
  *   the options that an index must have
  * @param corrupt
  *   the column of malformed records, which no object has
  * @param isExact
  *   whether the reader parses exact texts of a type as the index does
  * @param countsNulls
  *   whether the reader never reads null for a value that the index counted
  */
private[skipping] case class RecordedOptions(
    options: Map[String, String],
    corrupt: Option[String],
    zone: ZoneId,
    isExact: DataType => Boolean,
    countsNulls: Boolean
) {
  import RecordedOptions.{rules, Zone}

  /** Whether an index has these options. Its zone may have another name. */
  def isRecordedBy(index: Map[String, String]): Boolean =
    index - Zone == options - Zone && index.get(Zone).map(rules) == options.get(Zone).map(rules)
}

private[skipping] object RecordedOptions {

  /** The option name of the time zone. */
  private val Zone = "timezone"

  /** The offsets of a zone, which identify zones with several names. None if the name is unknown.
    */
  private def rules(zone: String): Option[ZoneRules] = Try(ZoneId.of(zone).getRules).toOption

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
  def of(source: String, conf: SQLConf, told: Map[String, String]): Option[RecordedOptions] =
    if (Unrecorded.exists { case (name, value) => conf.getConfString(name, value) != value }) None
    else
      source match {
        case "csv"  => csv(conf, told)
        case "json" => json(conf, told)
        case _      => Some(columnar(conf))
      }

  private def csv(conf: SQLConf, told: Map[String, String]): Option[RecordedOptions] = {
    val options = CsvPlan.options(conf, told)
    val dialect = new CsvDialect(options, isLegacy(conf))
    val recorded = dialect.parameters.filter(_._1 != "timeZone").toMap
    Option.unless(options.parseMode == FailFastMode || dialect.obstacle.isDefined)(
      RecordedOptions(
        recorded + ("sep" -> options.delimiter),
        Some(options.columnNameOfCorruptRecord),
        options.zoneId,
        dialect.isExact,
        countsNulls = true
      )
    )
  }

  private def json(conf: SQLConf, told: Map[String, String]): Option[RecordedOptions] = {
    val options =
      new JSONOptions(told, conf.sessionLocalTimeZone, conf.columnNameOfCorruptRecord)
    val recorded = told.collect {
      case (name, value) if isRecorded(name) => name.toLowerCase(Locale.ROOT) -> value
    }
    Option.unless(options.parseMode == FailFastMode || isLegacy(conf))(
      RecordedOptions(
        recorded + (Zone -> options.zoneId.getId),
        Some(options.columnNameOfCorruptRecord),
        options.zoneId,
        _ => true,
        countsNulls = false
      )
    )
  }

  private def isRecorded(name: String): Boolean = {
    val lower = name.toLowerCase(Locale.ROOT)
    !NotRecorded(lower) && !lower.startsWith("headwater.")
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
