package io.headwater.spark.planning

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.config.{ScanSettings, SparkSetting}
import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import io.headwater.spark.pushdown.PushableFormat
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  HadoopFsRelation,
  PartitioningAwareFileIndex
}
import org.apache.spark.sql.headwater.SparkInternals

/** Finds the relations whose store runs storlets and for which pushdown is on. */
class StoreScans(session: SparkSession) {

  /** The files' format, if it can be pushed down and pushdown is on. */
  def format(files: HadoopFsRelation): Option[PushableFormat] =
    StoreScans.formats.find(isPushable(files, _))

  /** Whether pushdown is on and the files' store runs the format's storlet. */
  def isPushable(files: HadoopFsRelation, format: PushableFormat): Boolean =
    format.is(files.fileFormat) && {
      val found = stores(files).distinct
      found.exists(_.isDefined) && isOn(files.options, ScanSettings.Pushdown) &&
      runs(files.location, found, format.storlet)
    }

  /** Whether some files have Headwater paths. For other files, Headwater's settings have no effect.
    * Sends no requests.
    */
  def readsStore(files: HadoopFsRelation): Boolean = stores(files).exists(_.isDefined)

  /** Whether a setting is on for a read with some options. */
  def isOn(options: Map[String, String], setting: SparkSetting[Boolean]): Boolean =
    ScanSettings.value(setting, options, session.conf.getOption)

  /** Whether files of some paths could be pushable if pushdown is on. Sends no requests. */
  def mayBePushable(
      paths: Seq[String],
      options: Map[String, String],
      format: PushableFormat
  ): Boolean = {
    val conf = SparkInternals.hadoopConf(session, options)
    paths.nonEmpty && paths.forall { path =>
      store(new Path(path), conf).exists(_.storletClient.mayRun(format.storlet))
    }
  }

  /** The file system of each root path, if it is Headwater's. */
  private def stores(files: HadoopFsRelation): Seq[Option[HeadwaterFileSystem]] = {
    val conf = SparkInternals.hadoopConf(session, files.options)
    files.location.rootPaths.map(store(_, conf))
  }

  private def store(path: Path, conf: Configuration): Option[HeadwaterFileSystem] = {
    val scheme = Option(path.toUri.getScheme).getOrElse(FileSystem.getDefaultUri(conf).getScheme)
    if (!Schemes.isOurs(scheme, conf)) None
    else
      path.getFileSystem(conf) match {
        case store: HeadwaterFileSystem => Some(store)
        case _                          => None
      }
  }

  /** Whether all stores run a storlet. Each store is queried about its first file. */
  private def runs(
      files: FileIndex,
      stores: Seq[Option[HeadwaterFileSystem]],
      storlet: String
  ): Boolean =
    files match {
      case index: PartitioningAwareFileIndex =>
        stores.forall(_.exists { store =>
          sample(index, store).exists(path => store.storletClient.runs(path, storlet))
        })
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
