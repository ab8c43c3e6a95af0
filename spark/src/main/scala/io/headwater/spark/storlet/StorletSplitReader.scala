package io.headwater.spark
package storlet

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.pushdown.{ObjectFileIndex, ResumedRows, RowUnit}
import io.headwater.spark.pushdown.StorletNames.Reason
import io.headwater.store.content.ByteRange
import io.headwater.store.storlet.{StorletAnswer, StorletFailedException, StorletRefusedException}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.TaskContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration
import scala.jdk.OptionConverters._

/** The storlet responses for a file or a split, as rows.
  *
  * @param required
  *   the needed columns, of the response and of the object
  * @param answers
  *   makes rows of the response's columns, in the same order
  */
class StorletSplitReader(
    query: StorletQuery,
    required: StructType,
    answers: AnswerRows,
    configuration: Broadcast[SerializableConfiguration]
) extends (PartitionedFile => Iterator[InternalRow])
    with Serializable {
  import StorletSplitReader._

  override def apply(file: PartitionedFile): Iterator[InternalRow] = {
    val split = new Split(file)
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => split.close()))
    val retryPolicy = new StorletRetryPolicy
    new ResumedRows(
      RowUnit.Single,
      () => split.rows(),
      failure => Option.when(retryPolicy.shouldRetry(failure))(() => split.rows())
    )
  }

  /** One split of a file. At most one response is open at a time. */
  private class Split(file: PartitionedFile) {
    private var etag = ObjectFileIndex.etag(file)
    private var open = Option.empty[StorletAnswer]

    def rows(): Iterator[InternalRow] =
      if (query.keepsFailures) new RowsOrFailure(() => send(), failed) else send()

    private def send(): Iterator[InternalRow] = {
      close()
      val range = Option.when(query.bySplit)(ByteRange.of(file.start, file.length))
      val answer = storletClient(file, configuration.value.value)
        .run(file.toPath, etag.toJava, query.call(range))
      open = Some(answer)
      // Another response may continue the rows of the first one. Both must be of the same object.
      etag = etag.orElse(Option(answer.etag).filter(_.nonEmpty))
      val values = SourceColumns.values(file, answer)
      answers.rows(answer.stream).map(row => join(Some(row), values)) ++ closeAtEnd()
    }

    private def closeAtEnd(): Iterator[InternalRow] = Iterator.unfold(()) { _ =>
      close()
      None
    }

    private def failed(failure: Throwable): InternalRow =
      join(None, SourceColumns.values(file, failure))

    def close(): Unit = {
      open.foreach(_.close())
      open = None
    }
  }

  private def join(row: Option[InternalRow], values: Map[String, Any]): InternalRow = {
    val all = new Array[Any](required.length)
    var position = 0
    required.fields.indices.foreach { i =>
      val field = required(i)
      if (SourceColumns.contains(query, field.name))
        all(i) = values.getOrElse(field.name.toLowerCase(java.util.Locale.ROOT), null)
      else {
        all(i) = row.map(_.get(position, field.dataType)).orNull
        position += 1
      }
    }
    new GenericInternalRow(all)
  }
}

object StorletSplitReader {

  /** Reasons that concern the object rather than the call or the store. */
  private val ObjectReasons = Set(Reason.Failed, Reason.Limit, Reason.Input)

  private def storletClient(file: PartitionedFile, conf: Configuration) =
    file.toPath.getFileSystem(conf) match {
      case store: HeadwaterFileSystem => store.storletClient
      case other                      =>
        throw new IllegalArgumentException(
          s"${file.toPath}: ${other.getClass.getName} runs no storlets"
        )
    }

  /** Rows. If the storlet fails, the last row reports the failure. */
  private class RowsOrFailure(open: () => Iterator[InternalRow], failed: Throwable => InternalRow)
      extends Iterator[InternalRow] {
    private var opened = Option.empty[Iterator[InternalRow]]

    override def hasNext: Boolean =
      try rows().hasNext
      catch {
        case failure: Exception if concernsObject(failure) =>
          opened = Some(Iterator.single(failed(failure)))
          true
      }

    override def next(): InternalRow = {
      if (!hasNext) throw new NoSuchElementException("there are no more rows")
      rows().next()
    }

    private def rows(): Iterator[InternalRow] = opened.getOrElse {
      val rows = open()
      opened = Some(rows)
      rows
    }
  }

  private def concernsObject(failure: Exception): Boolean = failure match {
    case failed: StorletFailedException   => ObjectReasons(failed.reason)
    case refused: StorletRefusedException => ObjectReasons(refused.reason)
    case _                                => false
  }
}
