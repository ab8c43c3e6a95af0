package io.headwater.spark.pushdown

import org.apache.spark.sql.execution.datasources.{FileFormat, HadoopFsRelation}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

/** A format of files of which a store can answer rows. */
trait PushableFormat {

  /** The storlet that reads it. */
  def storlet: String

  /** Whether Spark reads it by this format. */
  def is(format: FileFormat): Boolean

  /** The same format, but that its reader asks the store. */
  def asking(metrics: ReadMetrics): FileFormat

  /** What `EXPLAIN` says of a scan. */
  def told(
      conf: SQLConf,
      files: HadoopFsRelation,
      required: StructType,
      filters: Seq[Filter]
  ): Seq[(String, String)]
}

object PushableFormat {

  /** The lines of `EXPLAIN`.
    *
    * @param obstacle
    *   why the store is not asked, if it is not
    * @param columns
    *   how many the files have
    */
  def told(
      storlet: String,
      obstacle: Option[String],
      required: StructType,
      columns: Int,
      selection: Option[Selection.Pushed]
  ): Seq[(String, String)] = obstacle match {
    case Some(reason) => Seq("Pushdown" -> s"none: $reason")
    case None         =>
      Seq(
        "Pushdown" -> s"storlet $storlet",
        "PushedProjection" -> s"[${required.fieldNames.mkString(", ")}] of $columns columns",
        "PushedSelection" -> selection.toSeq.flatMap(_.filters).mkString("[", ", ", "]")
      )
  }
}
