package io.headwater.spark.planning

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.config.{ScanSettings, SparkSetting}
import io.headwater.spark.csv.CsvFormat
import io.headwater.spark.json.JsonFormat
import io.headwater.spark.pushdown.PushableFormat
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
      val stores = fileSystems(files).distinct
      stores.exists(isStore) && isOn(files.options, ScanSettings.Pushdown) &&
      runs(files.location, stores, format.storlet)
    }

  /** Whether some files have Headwater paths. For other files, Headwater's settings have no effect.
    * Sends no requests.
    */
  def readsStore(files: HadoopFsRelation): Boolean = fileSystems(files).exists(isStore)

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
    paths.nonEmpty && paths.forall {
      new Path(_).getFileSystem(conf) match {
        case store: HeadwaterFileSystem => store.storletClient.mayRun(format.storlet)
        case _                          => false
      }
    }
  }

  /** The file system of each root path. */
  private def fileSystems(files: HadoopFsRelation): Seq[FileSystem] = {
    val conf = SparkInternals.hadoopConf(session, files.options)
    files.location.rootPaths.map(_.getFileSystem(conf))
  }

  private def isStore(fileSystem: FileSystem): Boolean =
    fileSystem.isInstanceOf[HeadwaterFileSystem]

  /** Whether all stores run a storlet. Each store is queried about its first file. */
  private def runs(files: FileIndex, stores: Seq[FileSystem], storlet: String): Boolean =
    files match {
      case index: PartitioningAwareFileIndex =>
        stores.forall {
          case store: HeadwaterFileSystem =>
            sample(index, store).exists(path => store.storletClient.runs(path, storlet))
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
