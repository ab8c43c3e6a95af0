package io.headwater.spark

import io.headwater.commit.manifest.ManifestJob
import io.headwater.fs.committer.DatasetOutput
import java.util.UUID
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import scala.jdk.OptionConverters._
import scala.util.Try

/** Decides which of Spark's outputs commit by manifest, and names Spark's jobs in manifests. */
private[spark] object Outputs {

  /** The output at a path, if it commits by manifest. */
  def at(path: String, configuration: Configuration): Option[DatasetOutput] =
    DatasetOutput.at(new Path(path), configuration).toScala

  /** The UUID that Spark assigned to the write, or a random one if Spark assigned another kind of
    * name.
    */
  def jobIdentifier(jobId: String): String =
    Try(UUID.fromString(jobId)).map(_.toString.replace("-", "")).getOrElse(ManifestJob.newId())
}
