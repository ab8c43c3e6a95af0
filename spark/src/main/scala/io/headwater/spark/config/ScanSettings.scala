package io.headwater.spark
package config

import io.headwater.fs.config.ClosestName
import java.util.Locale
import java.util.concurrent.ConcurrentHashMap
import org.slf4j.LoggerFactory
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The settings of scans. Each is `headwater.NAME` as an option of a read, or
  * `spark.headwater.NAME` as a setting of the session. The option takes precedence.
  */
object ScanSettings {
  private val Log = LoggerFactory.getLogger(ScanSettings.getClass)
  private val OptionPrefix = "headwater."
  private val SessionPrefix = "spark.headwater."

  val Pushdown: SparkSetting[Boolean] =
    flag("pushdown", "true", "The store evaluates parts of queries.")

  val Aggregates: SparkSetting[Boolean] =
    flag("pushdown.aggregates", "true", "The store computes partial aggregates.")

  val FloatingSums: SparkSetting[Boolean] =
    flag(
      "pushdown.floatingSums",
      "false",
      "Sums of floating numbers are pushed. The store adds in another order."
    )

  val Skipping: SparkSetting[Boolean] =
    flag("skipping", "true", "Scans leave out objects without a matching row.")

  /** In the order of the reference table. */
  val All: Seq[SparkSetting[Boolean]] = Seq(Pushdown, Aggregates, FloatingSums, Skipping)

  private val Warned = ConcurrentHashMap.newKeySet[String]

  private def flag(name: String, unset: String, description: String): SparkSetting[Boolean] =
    SparkSetting(name, ValueType.Flag, unset, description)

  /** The name as an option of a read. Case is ignored. */
  def optionName(setting: SparkSetting[_]): String = OptionPrefix + setting.name

  /** The name as a setting of the session. */
  def sessionName(setting: SparkSetting[_]): String = SessionPrefix + setting.name

  /** Whether an option of a read is Headwater's, known or not. */
  def isOption(name: String): Boolean = lower(name).startsWith(OptionPrefix)

  /** The value of a setting: of the read's options, else of the session, else its default.
    *
    * @param session
    *   looks up a setting of the session
    * @throws IllegalArgumentException
    *   if it is set to an impossible value
    */
  def value[A](
      setting: SparkSetting[A],
      options: Map[String, String],
      session: String => Option[String]
  ): A = {
    val name = sessionName(setting)
    setting
      .find(options, OptionPrefix)
      .orElse(session(name).map(setting.parse(s"setting $name", _)))
      .getOrElse(setting.default)
  }

  /** Checks all settings of a read. Logs a warning for each unknown name, once per process.
    *
    * @throws IllegalArgumentException
    *   if a setting has an impossible value
    */
  def check(options: Map[String, String], session: Map[String, String]): Unit = {
    All.foreach(value(_, options, session.get))
    unknown(options.keys, session.keys).filter(Warned.add).foreach(Log.warn)
  }

  /** A sentence for each option and each session setting that has no effect. */
  private[config] def unknown(options: Iterable[String], session: Iterable[String]): Seq[String] = {
    val unknownOptions = options.filter(isOption).filterNot { name =>
      All.exists(optionName(_).equalsIgnoreCase(name))
    }
    val unknownSettings =
      session.filter(_.startsWith(SessionPrefix)).filterNot(All.map(sessionName).contains)
    unknownOptions.toSeq.sorted.map(sentence("option", _, OptionPrefix)) ++
      unknownSettings.toSeq.sorted.map(sentence("setting", _, SessionPrefix))
  }

  /** Spark may have converted the name of an option to lower case. */
  private def sentence(kind: String, name: String, prefix: String): String = {
    val known = All.map(setting => lower(setting.name) -> setting.name).toMap
    val closest = ClosestName.of(lower(name.drop(prefix.length)), known.keySet.asJava).toScala
    s"$name has no effect: there is no such $kind." +
      closest.fold("")(each => s" Did you mean $prefix${known(each)}?")
  }

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}
