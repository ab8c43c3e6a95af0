package io.headwater.spark.csv

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.pushdown.{CompressedFiles, ObjectFileIndex, PushHistory}
import io.headwater.store.ByteRange
import io.headwater.store.storlet.{StorletAnswer, StorletCall, StorletStage}
import java.util.Optional
import org.apache.hadoop.conf.Configuration
import org.apache.spark.TaskContext
import org.apache.spark.sql.execution.datasources.PartitionedFile
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The request that asks the store for a part of a split, of the object that was planned. */
object CsvCall {

  /** The store's answer, which is closed with the task at the latest. */
  def apply(query: CsvQuery, part: PartitionedFile, conf: Configuration): StorletAnswer = {
    val path = part.toPath
    val fileSystem = path.getFileSystem(conf).asInstanceOf[HeadwaterFileSystem]
    val etag = ObjectFileIndex.etag(part).toJava
    val answer = fileSystem.nearStore.run(path, etag, call(query, part))
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => answer.close()))
    answer
  }

  private def call(query: CsvQuery, part: PartitionedFile): StorletCall = {
    val parameters = query.parameters.map { case (name, value) =>
      new StorletStage.Parameter(name, value)
    }
    val csv = new StorletStage("csv", parameters.asJava)
    if (CompressedFiles.isKnown(part.toPath)) {
      val stages = Seq(new StorletStage("decompress", Seq.empty.asJava), csv)
      new StorletCall(stages.asJava, Optional.empty(), Optional.empty())
    } else {
      val range = ByteRange.of(part.start, part.length)
      new StorletCall(Seq(csv).asJava, Optional.of(range), Optional.empty())
    }
  }

  /** Nothing to read: once it is reached, it notes what the answer told at its end. */
  def ended(query: CsvQuery, answer: StorletAnswer, history: PushHistory): Iterator[Nothing] =
    Iterator.unfold(()) { _ =>
      note(query, answer, history)
      None
    }

  /** Notes what an answer told at its end. */
  def note(query: CsvQuery, answer: StorletAnswer, history: PushHistory): Unit = {
    answer.counts.toScala.foreach { counts =>
      history.note(counts.bytesIn, counts.bytesOut)
      query.metrics.bytesRead += counts.bytesIn
      query.metrics.bytesReturned += counts.bytesOut
    }
    answer.close()
  }
}
