package io.headwater.spark

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.mapreduce.{JobContext, TaskAttemptContext}
import org.apache.spark.internal.io.{FileCommitProtocol, FileNameSpec}
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol

/** Spark's commit protocol for every DataFrame and SQL write: by manifest where the output is on a
  * Headwater file system and `fs.headwater.commit.manifest` is not off there; elsewhere Spark's
  * own.
  *
  * @param jobId
  *   unique to the write, as Spark makes it
  * @param path
  *   the output; null where Spark has none
  * @param dynamicPartitionOverwrite
  *   whether just the partitions that are written are replaced
  */
class HeadwaterCommitProtocol(
    jobId: String,
    path: String,
    dynamicPartitionOverwrite: Boolean = false
) extends NamedByExtension
    with Serializable {

  /** Chosen by the driver in its first call, before executors get this object. */
  private var chosen: FileCommitProtocol = _

  private val begun = System.nanoTime()

  private def choose(configuration: Configuration): FileCommitProtocol = {
    if (chosen == null) {
      val output = Option(path).flatMap(Outputs.at(_, configuration))
      chosen = output
        .map(new ManifestCommitProtocol(jobId, _, dynamicPartitionOverwrite, begun))
        .getOrElse(new SQLHadoopMapReduceCommitProtocol(jobId, path, dynamicPartitionOverwrite))
    }
    chosen
  }

  override def setupJob(context: JobContext): Unit =
    choose(context.getConfiguration).setupJob(context)

  override def commitJob(context: JobContext, tasks: Seq[TaskCommitMessage]): Unit =
    chosen.commitJob(context, tasks)

  override def abortJob(context: JobContext): Unit =
    choose(context.getConfiguration).abortJob(context)

  override def onTaskCommit(message: TaskCommitMessage): Unit = chosen.onTaskCommit(message)

  override def deleteWithJob(fileSystem: FileSystem, file: Path, recursive: Boolean): Boolean =
    choose(fileSystem.getConf).deleteWithJob(fileSystem, file, recursive)

  override def setupTask(context: TaskAttemptContext): Unit = chosen.setupTask(context)

  override def newTaskTempFile(
      context: TaskAttemptContext,
      folder: Option[String],
      name: FileNameSpec
  ): String = chosen.newTaskTempFile(context, folder, name)

  override def newTaskTempFileAbsPath(
      context: TaskAttemptContext,
      folder: String,
      name: FileNameSpec
  ): String = chosen.newTaskTempFileAbsPath(context, folder, name)

  override def commitTask(context: TaskAttemptContext): TaskCommitMessage =
    chosen.commitTask(context)

  override def abortTask(context: TaskAttemptContext): Unit = chosen.abortTask(context)
}
