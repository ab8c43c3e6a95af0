package io.headwater.spark

import io.headwater.commit.manifest.CommittedAttempt
import io.headwater.fs.committer.DatasetOutput
import java.io.IOException
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapreduce.{JobContext, OutputCommitter, TaskAttemptContext}
import org.apache.spark.TaskContext
import org.apache.spark.internal.io.FileNameSpec
import org.apache.spark.mapred.SparkHadoopMapRedUtil
import scala.collection.mutable

/** The protocol for one task attempt, in its executor. Files are sealed when they are closed. They
  * are published when the driver lets the attempt commit.
  */
private class ManifestAttempt(job: String, path: String, context: TaskAttemptContext) {
  private val task = context.getTaskAttemptID.getTaskID.getId

  /** Unique among the application's attempts. Spark's attempt numbers start again when a stage is
    * run again.
    */
  private val number =
    Option(TaskContext.get())
      .map(_.taskAttemptId())
      .getOrElse(context.getTaskAttemptID.getId.toLong)

  private val outputs = mutable.LinkedHashMap[String, DatasetOutput]()
  private val committed = mutable.Map[String, CommittedAttempt]()

  private def output(root: String): DatasetOutput =
    outputs.getOrElseUpdate(
      root,
      Outputs
        .at(root, context.getConfiguration)
        .getOrElse(
          throw new IOException(
            s"$root is not on a Headwater file system that commits by manifest, but the job's output " +
              s"$path is. To write both by the same protocol, set fs.headwater.commit.manifest=false"
          )
        )
    )

  private def folder(output: DatasetOutput): Path = output.attemptFolder(job, task, number)

  def newFile(below: Option[String], name: FileNameSpec): String = {
    val attempt = folder(output(path))
    new Path(below.map(new Path(attempt, _)).getOrElse(attempt), fileName(name)).toString
  }

  def newFileAt(root: String, name: FileNameSpec): String =
    new Path(folder(output(root)), fileName(name)).toString

  private def fileName(name: FileNameSpec): String =
    f"${name.prefix}part-$task%05d${name.suffix}"

  def commit(): CommittedFiles = {
    val committer = new PublishingCommitter(() =>
      outputs.foreach { case (root, output) =>
        committed(root) = output.commitAttempt(folder(output))
      }
    )
    // Queries the driver's commit coordinator first, so that few attempts publish in vain.
    SparkHadoopMapRedUtil.commitTask(
      committer,
      context,
      context.getTaskAttemptID.getJobID.getId,
      task
    )
    CommittedFiles(committed.toMap)
  }

  /** The driver has received no message yet. If there are several outputs, one of them may have
    * failed to commit.
    */
  def abort(): Unit = outputs.foreach { case (root, output) =>
    output.abortAttempt(folder(output))
    committed.remove(root).foreach(output.discard)
  }

  /** A committer for Spark's coordination, which accepts Hadoop's type only. */
  private class PublishingCommitter(publish: () => Unit) extends OutputCommitter {
    override def setupJob(context: JobContext): Unit = ()
    override def setupTask(context: TaskAttemptContext): Unit = ()
    override def needsTaskCommit(context: TaskAttemptContext): Boolean = true
    override def commitTask(context: TaskAttemptContext): Unit = publish()
    override def abortTask(context: TaskAttemptContext): Unit = abort()
  }
}
