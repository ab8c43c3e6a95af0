package io.headwater.spark

import io.headwater.commit.manifest.CommittedAttempt
import java.io.IOException
import java.nio.ByteBuffer
import org.apache.spark.SparkEnv
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage

/** The files that a task attempt committed, as its commit message to the driver lists them.
  *
  * @param atRoots
  *   the committed files, keyed by the full path of their root
  */
private case class CommittedFiles(atRoots: Map[String, CommittedAttempt]) {

  /** Serialized to bytes. Spark encodes messages with the user's serializer, and Kryo cannot encode
    * records.
    */
  def message: TaskCommitMessage =
    new TaskCommitMessage(SparkEnv.get.closureSerializer.newInstance().serialize(this).array)
}

private object CommittedFiles {

  /** Decodes the commit message of an attempt. */
  def of(message: TaskCommitMessage): CommittedFiles =
    message.obj match {
      case bytes: Array[Byte] =>
        val loader = getClass.getClassLoader
        val serializer = SparkEnv.get.closureSerializer.newInstance()
        serializer.deserialize[CommittedFiles](ByteBuffer.wrap(bytes), loader)
      case other =>
        throw new IOException(s"not a commit message of HeadwaterCommitProtocol: $other")
    }
}
