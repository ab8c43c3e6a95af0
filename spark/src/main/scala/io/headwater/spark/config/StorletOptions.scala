package io.headwater.spark
package config

import io.headwater.fs.config.ClosestName
import java.util.Locale
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.headwater.JsonInternals.JSONOptions
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The options of a read with the format `storlet`. */
object StorletOptions {
  val Storlet: SparkSetting[Seq[String]] =
    SparkSetting("storlet", ValueType.Names, "required", "One or several storlets, at most 8.")

  val Parameter: SparkSetting[String] =
    SparkSetting("param.NAME", ValueType.Text, "none", "A parameter of the first storlet.")

  val NumberedParameter: SparkSetting[String] =
    SparkSetting("param.N.NAME", ValueType.Text, "none", "A parameter of the `N`th storlet.")

  /** Whether each split of a file is requested separately. */
  val Split: SparkSetting[Boolean] = SparkSetting(
    "split",
    ValueType.Choice("object" -> false, "records" -> true),
    "object",
    "What is one request: a file, or one of its splits."
  )

  val Output: SparkSetting[StorletOutput] = SparkSetting(
    "output",
    ValueType.Choice(StorletOutput.All.map(each => each.name -> each): _*),
    StorletOutput.Text.name,
    "What a response is: lines, JSON lines, CSV records or one value."
  )

  /** Whether a failed object becomes a row. The words are Spark's. */
  val Mode: SparkSetting[Boolean] = SparkSetting(
    "mode",
    ValueType.Choice("PERMISSIVE" -> true, "DROPMALFORMED" -> false, "FAILFAST" -> false),
    "the task fails",
    "With `PERMISSIVE`, a failed object becomes a row."
  )

  /** In the order of the reference table. */
  val All: Seq[SparkSetting[_]] = Seq(Storlet, Parameter, NumberedParameter, Split, Output, Mode)

  /** Options of Spark's file sources and of catalog tables. */
  private val FileSourceNames = Seq(
    "path",
    "paths",
    "basePath",
    "pathGlobFilter",
    "recursiveFileLookup",
    "modifiedBefore",
    "modifiedAfter",
    "ignoreCorruptFiles",
    "ignoreMissingFiles",
    "mergeSchema",
    "serialization.format"
  )

  /** Prefixes of storlets' parameters, of Hadoop's and file systems' settings, and of names that
    * Spark sets itself.
    */
  private val Prefixes = Seq("param.", "fs.", "hadoop.", "dfs.", "io.", "mapreduce.", "__")

  private lazy val known: Map[String, String] =
    (All.map(_.name) ++ FileSourceNames ++ JSONOptions.getAllOptions ++ CSVOptions.getAllOptions)
      .map(name => lower(name) -> name)
      .toMap

  /** Rejects a read with an unknown option, such as a misspelt one.
    *
    * @throws IllegalArgumentException
    *   with the name of the option
    */
  def requireKnown(names: Iterable[String]): Unit =
    names.find(!isKnown(_)).foreach { name =>
      val closest = ClosestName.of(lower(name), known.keySet.asJava).toScala
      throw new IllegalArgumentException(
        s"unknown option $name." + closest.fold("")(each => s" Did you mean ${known(each)}?") +
          s" The format storlet has the options ${All.map(_.name).mkString(", ")}, " +
          s"those of Spark's files (${FileSourceNames.init.mkString(", ")}), " +
          "and those of Spark's JSON and CSV readers."
      )
    }

  private def isKnown(name: String): Boolean =
    known.contains(lower(name)) || ScanSettings.isOption(name) ||
      Prefixes.exists(lower(name).startsWith)

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}
