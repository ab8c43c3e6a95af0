package io.headwater.spark.csv

import io.headwater.spark.pushdown.{
  AnswerLines,
  CompressedFiles,
  PlannedObject,
  SplitReader,
  StoreCall
}
import java.io.IOException
import org.apache.hadoop.io.Text
import org.apache.spark.TaskContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.CSVOptions
import org.apache.spark.sql.execution.datasources.{HadoopFileLinesReader, PartitionedFile}
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer

/** Reads the lines of splits by which columns can be told. */
class TellingLinesReader(
    query: String,
    call: StoreCall,
    options: CSVOptions,
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query, call.metrics, configuration) {
  import TellingLinesReader._

  /** All of an answer before its first line is given out: a plain read has other lines, and cannot
    * go on behind it.
    */
  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    val lines = new ArrayBuffer[InternalRow]
    var bytes = 0L
    AnswerLines(answer.stream, options.lineSeparatorInRead.orNull).foreach { line =>
      bytes += line.getLength
      if (bytes > MostBytes)
        throw new IOException(s"the store finds more than $MostBytes bytes of $part telling")
      lines += row(line)
    }
    call.note(answer, history)
    lines.iterator
  }

  /** A storlet reads all of a compressed file, of which Spark may have made splits. */
  override protected def mayPush(part: PartitionedFile): Boolean =
    !CompressedFiles.isAny(part.toPath) || part.start == 0 && part.length == part.fileSize

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] = {
    val separator = options.lineSeparatorInRead
    val lines = new HadoopFileLinesReader(part, separator, PlannedObject.pinned(conf, part))
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => lines.close()))
    lines.map(row)
  }

  private def row(line: Text): InternalRow =
    InternalRow(UTF8String.fromBytes(line.copyBytes))
}

object TellingLinesReader {
  private val MostBytes = 32L << 20
}
