package io.headwater.spark

import io.headwater.commit.ExclusivePut
import io.headwater.fs.HeadwaterFileSystem
import java.io.OutputStream
import org.apache.hadoop.fs.{FSDataInputStream, FSDataOutputStream, FileStatus, Path, PathFilter}
import org.apache.spark.sql.execution.streaming.checkpointing.CheckpointFileManager
import org.apache.spark.sql.execution.streaming.checkpointing.CheckpointFileManager.CancellableFSDataOutputStream
import org.slf4j.LoggerFactory

/** A checkpoint's files, each written once, under its own name. One that must not overwrite another
  * is created exclusively: of two queries on one checkpoint, one fails at each batch.
  *
  * @param fileSystem
  *   where they are
  * @param folder
  *   the checkpoint's
  */
private class ExclusiveCheckpointFiles(fileSystem: HeadwaterFileSystem, folder: Path)
    extends CheckpointFileManager {

  override def createAtomic(
      path: Path,
      overwriteIfPossible: Boolean
  ): CancellableFSDataOutputStream =
    new AbortableCheckpointStream(
      path,
      if (overwriteIfPossible) fileSystem.create(path, true)
      else fileSystem.createExclusively(path)
    )

  override def open(path: Path): FSDataInputStream = fileSystem.open(path)

  /** Without claims, which stand beside a file while it is created, or since its writer died. */
  override def list(path: Path, filter: PathFilter): Array[FileStatus] =
    fileSystem.listStatus(
      path,
      (each: Path) => !ExclusivePut.isClaim(each.toUri.getPath) && filter.accept(each)
    )

  override def mkdirs(path: Path): Unit = fileSystem.mkdirs(path)

  override def exists(path: Path): Boolean = fileSystem.exists(path)

  override def delete(path: Path): Unit = fileSystem.delete(path, true)

  override def isLocal: Boolean = false

  override def createCheckpointDirectory(): Path = {
    val qualified = fileSystem.makeQualified(folder)
    fileSystem.mkdirs(qualified)
    qualified
  }
}

/** A file that is there once it is closed; `close` fails if it is not. */
private class AbortableCheckpointStream(path: Path, file: FSDataOutputStream)
    extends CancellableFSDataOutputStream(file: OutputStream) {

  override def cancel(): Unit = {
    val failure = Option(file.abort().anyCleanupException)
    failure.foreach(AbortableCheckpointStream.log.warn(s"$path was cancelled; not all is gone", _))
  }
}

private object AbortableCheckpointStream {
  private val log = LoggerFactory.getLogger(classOf[AbortableCheckpointStream])
}
