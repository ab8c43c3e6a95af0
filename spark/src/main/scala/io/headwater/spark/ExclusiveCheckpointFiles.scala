package io.headwater.spark

import io.headwater.commit.ExclusivePut
import io.headwater.fs.HeadwaterFileSystem
import java.io.OutputStream
import org.apache.hadoop.fs.{FSDataInputStream, FSDataOutputStream, FileStatus, Path, PathFilter}
import io.headwater.spark.shims.SparkCheckpoints.{
  CancellableFSDataOutputStream,
  CheckpointFileManager
}
import org.slf4j.LoggerFactory

/** Checkpoint files, each written once under its final name. A file that must not overwrite another
  * is created exclusively. If two queries share a checkpoint, one of them fails in every batch.
  *
  * @param fileSystem
  *   the file system of the checkpoint
  * @param folder
  *   the checkpoint's folder
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

  /** Lists files without claims. A claim is next to a file while it is created, and remains if its
    * writer died.
    */
  override def list(path: Path, filter: PathFilter): Array[FileStatus] = {
    val unclaimed: PathFilter =
      each => !ExclusivePut.isClaim(each.toUri.getPath) && filter.accept(each)
    fileSystem.listStatus(path, unclaimed)
  }

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

/** A file that exists once it is closed. `close` fails if the file could not be created. */
private class AbortableCheckpointStream(path: Path, file: FSDataOutputStream)
    extends CancellableFSDataOutputStream(file: OutputStream) {

  override def cancel(): Unit = {
    val failure = Option(file.abort().anyCleanupException)
    failure.foreach(
      AbortableCheckpointStream.log
        .warn(s"Cannot delete every part of the cancelled checkpoint file $path", _)
    )
  }
}

private object AbortableCheckpointStream {
  private val log = LoggerFactory.getLogger(classOf[AbortableCheckpointStream])
}
