package io.headwater.spark

import io.headwater.commit.manifest.CommittedAttempt
import io.headwater.commit.dataset.{OutputJob, Overwrite}
import io.headwater.commit.manifest.ManifestJob
import io.headwater.fs.committer.DatasetOutput
import io.headwater.fs.metrics.ProcessCounter
import java.util.Optional
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.security.UserGroupInformation
import org.apache.spark.SparkEnv
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The protocol for one job, in its driver. Folders outside the output, such as custom partition
  * locations, are separate datasets, which are committed first.
  *
  * @param createdAt
  *   `System.nanoTime` when Spark created the protocol. For every save mode but append, Spark then
  *   checks whether the output exists. If it does not, the job must create it
  */
private class ManifestJobDriver(
    output: DatasetOutput,
    jobId: String,
    dynamic: Boolean,
    createdAt: Long
) {
  private val outputs = mutable.LinkedHashMap(output.root.toString -> output)
  private val replaced = mutable.Map[String, Set[String]]().withDefaultValue(Set.empty)
  private val jobs = mutable.LinkedHashMap[String, OutputJob]()

  /** Vectors append in constant time, however many tasks there are. */
  private val attempts =
    mutable.Map[String, Vector[CommittedAttempt]]().withDefaultValue(Vector.empty)

  private val identity = new ManifestJob(
    jobId,
    SparkEnv.get.conf.getOption("spark.app.id").toJava,
    Optional.of(UserGroupInformation.getCurrentUser.getShortUserName)
  )

  /** Defers the deletion of a folder to the commit. Returns false if the folder is not in a
    * Headwater output.
    */
  def replace(file: Path, configuration: Configuration): Boolean = synchronized {
    val inside = outputs.values.flatMap(each => each.folder(file).toScala.map(each -> _)).headOption
    val found = inside.orElse(outputAt(file.toString, configuration).map(_ -> ""))
    found.foreach { case (each, folder) => replaced(each.root.toString) += folder }
    found.isDefined
  }

  private def outputAt(path: String, configuration: Configuration): Option[DatasetOutput] =
    Outputs.at(path, configuration).map { created =>
      outputs.getOrElseUpdate(created.root.toString, created)
    }

  def setUp(): Unit = synchronized {
    outputs.keys.foreach(start)
  }

  private def start(root: String): OutputJob =
    jobs.getOrElseUpdate(
      root, {
        val created = outputs(root).job(identity, overwrite(root))
        created.setUp()
        created
      }
    )

  private def overwrite(root: String): Overwrite =
    if (replaced(root).nonEmpty) new Overwrite.Folders(replaced(root).asJava)
    else if (dynamic) new Overwrite.WrittenFolders()
    else if (root == output.root.toString && output.wasMissingSince(createdAt))
      new Overwrite.Creation()
    else new Overwrite.Nothing()

  def record(files: CommittedFiles): Unit = synchronized {
    files.atRoots.foreach { case (root, attempt) => attempts(qualified(root)) :+= attempt }
  }

  private def qualified(root: String): String =
    outputAt(root, output.configuration).map(_.root.toString).getOrElse(root)

  /** Commits the other roots first. The output appears only when everything is committed. */
  def commit(tasks: Seq[CommittedFiles]): Unit = synchronized {
    val byRoot = tasks
      .flatMap(_.atRoots.toSeq)
      .groupMap { case (root, _) => qualified(root) } { case (_, attempt) => attempt }
    val main = output.root.toString
    (byRoot.keySet ++ jobs.keySet - main).toSeq.sorted.foreach(commit(_, byRoot))
    commit(main, byRoot)
    ProcessCounter.JOBS_COMMITTED.add(1)
  }

  private def commit(root: String, attempts: Map[String, Seq[CommittedAttempt]]): Unit =
    start(root).commit(attempts.getOrElse(root, Seq.empty).asJava)

  def abort(): Unit = synchronized {
    jobs.foreach { case (root, job) => job.abort(attempts(root).asJava) }
  }
}
