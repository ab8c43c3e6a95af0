package io.headwater.spark

import io.headwater.commit.CommittedAttempt
import java.io.IOException
import java.nio.ByteBuffer
import org.apache.spark.SparkEnv
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage

/** What an attempt has committed, as it tells the driver.
  *
  * @param atRoots
  *   its files by the root that they are below, in full
  */
private case class CommittedFiles(atRoots: Map[String, CommittedAttempt]) {

  /** As bytes, because Spark sends messages by the user's serializer, and Kryo's knows no records.
    */
  def message: TaskCommitMessage =
    new TaskCommitMessage(SparkEnv.get.closureSerializer.newInstance().serialize(this).array)
}

private object CommittedFiles {

  /** What a message says that an attempt sent. */
  def of(message: TaskCommitMessage): CommittedFiles =
    message.obj match {
      case bytes: Array[Byte] =>
        val loader = getClass.getClassLoader
        val serializer = SparkEnv.get.closureSerializer.newInstance()
        serializer.deserialize[CommittedFiles](ByteBuffer.wrap(bytes), loader)
      case other => throw new IOException(s"not a message of this commit protocol: $other")
    }
}
