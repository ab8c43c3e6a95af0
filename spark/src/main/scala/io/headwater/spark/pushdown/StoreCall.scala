package io.headwater.spark
package pushdown

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.fs.metrics.ProcessCounter
import io.headwater.store.content.ByteRange
import io.headwater.store.storlet.{StorletAnswer, StorletCall, StorletStage}
import java.util.Optional
import org.apache.hadoop.conf.Configuration
import org.apache.spark.TaskContext
import org.apache.spark.sql.execution.datasources.PartitionedFile
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** A storlet request for a part of a split of the planned object.
  *
  * @param storlet
  *   the storlet, which runs on the part or on a complete compressed file
  */
case class StoreCall(storlet: String, parameters: Seq[(String, String)], metrics: ReadMetrics) {

  /** The store's response. It is closed at the end of the task at the latest. */
  def send(part: PartitionedFile, conf: Configuration): StorletAnswer = {
    val path = part.toPath
    val fileSystem = path.getFileSystem(conf).asInstanceOf[HeadwaterFileSystem]
    val answer = fileSystem.storletClient.run(path, ObjectFileIndex.etag(part).toJava, call(part))
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => answer.close()))
    answer
  }

  private def call(part: PartitionedFile): StorletCall = {
    val stageParameters = parameters.map { case (name, value) =>
      new StorletStage.Parameter(name, value)
    }
    val reader = new StorletStage(storlet, stageParameters.asJava)
    if (CompressedFiles.isStorletReadable(part.toPath)) {
      val stages = Seq(new StorletStage(StorletNames.Decompress, Seq.empty.asJava), reader)
      new StorletCall(stages.asJava, Optional.empty(), Optional.empty())
    } else {
      val range = ByteRange.of(part.start, part.length)
      new StorletCall(Seq(reader).asJava, Optional.of(range), Optional.empty())
    }
  }

  /** An empty iterator. When it is reached, it records the statistics at the end of the response.
    */
  def recordAtEnd(answer: StorletAnswer, history: PushdownCostModel): Iterator[Nothing] =
    Iterator.unfold(()) { _ =>
      record(answer, history)
      None
    }

  /** Records the statistics at the end of a response whose bytes Spark parsed. */
  def record(answer: StorletAnswer, history: PushdownCostModel): Unit =
    record(answer, history, answer.counts.toScala.fold(0L)(_.bytesOut))

  /** Records the statistics at the end of a response.
    *
    * @param parsed
    *   the bytes that Spark parsed
    */
  def record(answer: StorletAnswer, history: PushdownCostModel, parsed: Long): Unit = {
    answer.counts.toScala.foreach { counts =>
      val kept = math.max(0L, counts.bytesIn - counts.bytesOut)
      history.record(counts.bytesIn, parsed)
      metrics.bytesRead += counts.bytesIn
      metrics.bytesReturned += counts.bytesOut
      metrics.bytesKept += kept
      ProcessCounter.BYTES_READ_IN_STORE.add(counts.bytesIn)
      ProcessCounter.BYTES_KEPT_IN_STORE.add(kept)
    }
    answer.close()
  }
}
