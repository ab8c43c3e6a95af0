package io.headwater.spark.inference

import io.headwater.spark.pushdown.{
  AnswerLines,
  PlannedObject,
  RowUnit,
  SplitReader,
  StoreCall,
  BufferedAnswer
}
import org.apache.hadoop.io.Text
import org.apache.spark.TaskContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.{HadoopFileLinesReader, PartitionedFile}
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.SerializableConfiguration

/** Reads the lines of splits from which columns are inferred. */
class InferenceSampleReader(
    query: String,
    call: StoreCall,
    separator: Option[Array[Byte]],
    configuration: Broadcast[SerializableConfiguration]
) extends SplitReader(query, call.metrics, configuration, RowUnit.Single) {
  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] = {
    val answer = call.send(part, conf)
    val lines = AnswerLines(answer.stream, separator.orNull)
    val rows =
      BufferedAnswer.rows(part, history)(lines.map(line => line.getLength -> Some(row(line))))
    call.record(answer, history)
    rows
  }

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] = {
    val lines = new HadoopFileLinesReader(part, separator, PlannedObject.pinned(conf, part))
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => lines.close()))
    lines.map(row)
  }

  private def row(line: Text): InternalRow =
    InternalRow(UTF8String.fromBytes(line.copyBytes))
}
