package io.headwater.spark.pushdown

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, PartitioningAwareFileIndex}
import org.apache.spark.sql.internal.SessionStateHelper

/** Tells which relations are of a store that can be asked, and wanted to be. */
class StoreScans(session: SparkSession) {

  /** The format of files that a store can be asked for rows of, if pushdown is on. */
  def format(files: HadoopFsRelation): Option[PushableFormat] =
    StoreScans.formats.find(isPushable(files, _))

  /** Whether files of a format lie in a store that runs its storlet, and pushdown is on. */
  def isPushable(files: HadoopFsRelation, format: PushableFormat): Boolean =
    format.is(files.fileFormat) && isOn(files.options, "pushdown") && runs(files, format.storlet)

  /** Whether a switch is on, by the read's option or else by the session's setting. */
  def isOn(options: Map[String, String], switch: String, default: Boolean = true): Boolean = {
    val option = options.collectFirst {
      case (name, value) if name.equalsIgnoreCase(s"headwater.$switch") => value
    }
    option.orElse(session.conf.getOption(s"spark.headwater.$switch")).fold(default)(_.toBoolean)
  }

  /** Whether files of some paths may turn out to be pushable; no store is asked. */
  def mayBePushable(
      paths: Seq[String],
      options: Map[String, String],
      format: PushableFormat
  ): Boolean = {
    val conf = SessionStateHelper.getHadoopConf(session, options)
    isOn(options, "pushdown") && paths.nonEmpty && paths.forall {
      new Path(_).getFileSystem(conf) match {
        case store: HeadwaterFileSystem => store.nearStore.mayRun(format.storlet)
        case _                          => false
      }
    }
  }

  /** Whether the stores of all files run a storlet, as each is asked of its first file. */
  private def runs(files: HadoopFsRelation, storlet: String): Boolean = files.location match {
    case index: PartitioningAwareFileIndex =>
      val conf = SessionStateHelper.getHadoopConf(session, files.options)
      val stores = index.rootPaths.map(_.getFileSystem(conf)).distinct
      stores.nonEmpty && stores.forall {
        case store: HeadwaterFileSystem =>
          sample(index, store).exists(path => store.nearStore.runs(path, storlet))
        case _ => false
      }
    case _ => false
  }

  private def sample(index: PartitioningAwareFileIndex, store: HeadwaterFileSystem): Option[Path] =
    index
      .allFiles()
      .find(file => file.getLen > 0 && store.getUri.getAuthority == file.getPath.toUri.getAuthority)
      .map(_.getPath)
}

object StoreScans {
  private val formats = Seq(CsvFormat, JsonFormat)
}
