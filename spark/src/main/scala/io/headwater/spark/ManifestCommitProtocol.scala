package io.headwater.spark

import io.headwater.fs.committer.DatasetOutput
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.mapreduce.{JobContext, TaskAttemptContext}
import org.apache.spark.internal.io.FileNameSpec
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage

/** A write to a Headwater path. Tasks send their files' entries to the driver, and one manifest of
  * the driver commits the job (protocol/PROTOCOL.md, section 6).
  */
private class ManifestCommitProtocol(
    jobId: String,
    @transient private val output: DatasetOutput,
    dynamic: Boolean,
    createdAt: Long
) extends NamedByExtension
    with Serializable {
  private val job = Outputs.jobIdentifier(jobId)
  private val root = output.root.toString
  @transient private lazy val driver = new ManifestJobDriver(output, job, dynamic, createdAt)
  @transient private var attempt: ManifestAttempt = _

  override def setupJob(context: JobContext): Unit = driver.setUp()

  override def commitJob(context: JobContext, tasks: Seq[TaskCommitMessage]): Unit =
    driver.commit(tasks.map(CommittedFiles.of))

  override def abortJob(context: JobContext): Unit = driver.abort()

  override def onTaskCommit(message: TaskCommitMessage): Unit =
    driver.record(CommittedFiles.of(message))

  /** Defers Spark's early delete to the commit. */
  override def deleteWithJob(fileSystem: FileSystem, file: Path, recursive: Boolean): Boolean =
    driver.replace(file, fileSystem.getConf) || fileSystem.delete(file, recursive)

  override def setupTask(context: TaskAttemptContext): Unit =
    attempt = new ManifestAttempt(job, root, context)

  override def newTaskTempFile(
      context: TaskAttemptContext,
      folder: Option[String],
      name: FileNameSpec
  ): String = attempt.newFile(folder, name)

  override def newTaskTempFileAbsPath(
      context: TaskAttemptContext,
      folder: String,
      name: FileNameSpec
  ): String = attempt.newFileAt(folder, name)

  override def commitTask(context: TaskAttemptContext): TaskCommitMessage =
    attempt.commit().message

  override def abortTask(context: TaskAttemptContext): Unit =
    Option(attempt).foreach(_.abort())
}
