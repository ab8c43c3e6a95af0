package io.headwater.spark.csv

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.pushdown.{ObjectFileIndex, PushHistory}
import io.headwater.store.ByteRange
import io.headwater.store.storlet.{StorletAnswer, StorletCall, StorletStage}
import java.util.Optional
import org.apache.hadoop.conf.Configuration
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** A split's rows as the store answers them, of the object that was planned. */
object PushedRows {
  def apply(
      query: CsvQuery,
      file: PartitionedFile,
      conf: Configuration,
      history: PushHistory
  ): Iterator[InternalRow] = {
    val answer = ask(query, file, conf)
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => answer.close()))
    new TaggedRows(query, answer) ++ ended(query, answer, history)
  }

  private def ask(query: CsvQuery, file: PartitionedFile, conf: Configuration): StorletAnswer = {
    val path = file.toPath
    val fileSystem = path.getFileSystem(conf).asInstanceOf[HeadwaterFileSystem]
    val etag = ObjectFileIndex.etag(file).toJava
    fileSystem.nearStore.run(path, etag, call(query, file))
  }

  private def call(query: CsvQuery, file: PartitionedFile): StorletCall = {
    val parameters = query.parameters.map { case (name, value) =>
      new StorletStage.Parameter(name, value)
    }
    val csv = new StorletStage("csv", parameters.asJava)
    if (CompressedFiles.isCompressed(file.toPath)) {
      val stages = Seq(new StorletStage("decompress", Seq.empty.asJava), csv)
      new StorletCall(stages.asJava, Optional.empty(), Optional.empty())
    } else {
      val range = ByteRange.of(file.start, file.length)
      new StorletCall(Seq(csv).asJava, Optional.of(range), Optional.empty())
    }
  }

  /** No row: it notes what the answer told at its end, once that is reached. */
  private def ended(
      query: CsvQuery,
      answer: StorletAnswer,
      history: PushHistory
  ): Iterator[InternalRow] =
    Iterator.unfold(()) { _ =>
      answer.counts.toScala.foreach { counts =>
        history.note(counts.bytesIn, counts.bytesOut)
        query.metrics.bytesRead += counts.bytesIn
        query.metrics.bytesReturned += counts.bytesOut
      }
      answer.close()
      None
    }
}
