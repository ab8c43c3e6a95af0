package io.headwater.spark

import org.apache.hadoop.mapreduce.TaskAttemptContext
import org.apache.spark.internal.io.{FileCommitProtocol, FileNameSpec}

/** A commit protocol that maps the deprecated calls, which pass a file's extension only, to those
  * with a `FileNameSpec`.
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
