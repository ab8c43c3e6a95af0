package io.headwater.spark.skipping

import java.time.ZoneId
import java.time.zone.ZoneRules
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
private[spark] case class RecordedOptions(
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

private[spark] object RecordedOptions {

  /** The option name of the time zone. */
  val Zone = "timezone"

  /** The offsets of a zone, which identify zones with several names. None if the name is unknown.
    */
  private def rules(zone: String): Option[ZoneRules] = Try(ZoneId.of(zone).getRules).toOption
}
