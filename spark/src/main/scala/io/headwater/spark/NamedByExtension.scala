package io.headwater.spark

import org.apache.hadoop.mapreduce.TaskAttemptContext
import org.apache.spark.internal.io.{FileCommitProtocol, FileNameSpec}

/** A commit protocol whose deprecated calls, which tell a file's extension alone, are those with a
  * whole `FileNameSpec`.
  */
private[spark] trait NamedByExtension extends FileCommitProtocol {
  override def newTaskTempFile(
      context: TaskAttemptContext,
      folder: Option[String],
      extension: String
  ): String = newTaskTempFile(context, folder, FileNameSpec("", extension))

  override def newTaskTempFileAbsPath(
      context: TaskAttemptContext,
      folder: String,
      extension: String
  ): String = newTaskTempFileAbsPath(context, folder, FileNameSpec("", extension))
}
