package io.headwater.spark

import io.headwater.fs.HeadwaterFileSystem
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FSDataInputStream, FileStatus, Path, PathFilter}
import io.headwater.spark.shims.{ClosesCheckpoints, SparkCheckpoints}
import io.headwater.spark.shims.SparkCheckpoints.{
  CancellableFSDataOutputStream,
  CheckpointFileManager
}
import org.apache.spark.sql.internal.SQLConf

/** Manages the checkpoints of Structured Streaming. On a Headwater file system it writes without
  * rename, see [[ExclusiveCheckpointFiles]]. On any other file system it does what Spark does by
  * default.
  *
  * @param path
  *   the checkpoint's folder, which determines the file system
  * @param hadoopConf
  *   Hadoop's settings
  */
class HeadwaterCheckpointFileManager(path: Path, hadoopConf: Configuration)
    extends CheckpointFileManager
    with ClosesCheckpoints {

  override protected val files: CheckpointFileManager = path.getFileSystem(hadoopConf) match {
    case headwater: HeadwaterFileSystem => new ExclusiveCheckpointFiles(headwater, path)
    case _ => SparkCheckpoints.create(path, HeadwaterCheckpointFileManager.unset(hadoopConf))
  }

  override def createAtomic(
      path: Path,
      overwriteIfPossible: Boolean
  ): CancellableFSDataOutputStream = files.createAtomic(path, overwriteIfPossible)

  override def open(path: Path): FSDataInputStream = files.open(path)

  override def list(path: Path, filter: PathFilter): Array[FileStatus] = files.list(path, filter)

  override def mkdirs(path: Path): Unit = files.mkdirs(path)

  override def exists(path: Path): Boolean = files.exists(path)

  override def delete(path: Path): Unit = files.delete(path)

  override def isLocal: Boolean = files.isLocal

  override def createCheckpointDirectory(): Path = files.createCheckpointDirectory()
}

private object HeadwaterCheckpointFileManager {

  /** The settings without Headwater's manager. With them Spark chooses a manager itself. */
  def unset(hadoopConf: Configuration): Configuration = {
    val sparks = new Configuration(hadoopConf)
    sparks.unset(SQLConf.STREAMING_CHECKPOINT_FILE_MANAGER_CLASS.parent.key)
    sparks
  }
}
