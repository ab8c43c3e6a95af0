package io.headwater.spark.storlet

import java.util.Locale
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.catalyst.json.JSONOptions

/** The option names of a read with the format `storlet`. */
private[storlet] object StorletOptions {
  private val StorletNames = Seq("storlet", "split", "output", "mode")

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

  /** Prefixes of Headwater's, Hadoop's and file systems' settings, and of names that Spark sets
    * itself.
    */
  private val Prefixes =
    Seq("param.", "headwater.", "fs.", "hadoop.", "dfs.", "io.", "mapreduce.", "__")

  private lazy val known: Set[String] =
    (StorletNames ++ FileSourceNames ++ JSONOptions.getAllOptions ++ CSVOptions.getAllOptions)
      .map(lower)
      .toSet

  /** Rejects a read with an unknown option, such as a misspelt one.
    *
    * @throws IllegalArgumentException
    *   with the name of the option
    */
  def requireKnown(names: Iterable[String]): Unit =
    names.find(!isKnown(_)).foreach { name =>
      throw new IllegalArgumentException(
        s"unknown option $name. The format storlet has the options storlet, param.NAME, " +
          "param.N.NAME, split, output and mode, those of Spark's files " +
          s"(${FileSourceNames.init.mkString(", ")}), and those of Spark's JSON and CSV readers."
      )
    }

  private def isKnown(name: String): Boolean =
    known(lower(name)) || Prefixes.exists(lower(name).startsWith)

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}
