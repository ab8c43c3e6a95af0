package io.headwater.spark.pushdown

import io.headwater.store.TransientStoreException
import io.headwater.store.storlet.StorletRefusedException
import java.io.IOException
import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration
import org.slf4j.LoggerFactory

/** Reads splits of files: by the store while that pays, plainly otherwise.
  *
  * @param query
  *   tells queries apart
  */
abstract class SplitReader(
    query: String,
    metrics: ReadMetrics,
    configuration: Broadcast[SerializableConfiguration]
) extends (PartitionedFile => Iterator[InternalRow])
    with Serializable {
  import SplitReader._

  /** The rows of a part of a split as the store answers them. */
  protected def pushed(part: PartitionedFile): Iterator[InternalRow]

  /** The same rows in the same order, read plainly. */
  protected def plain(part: PartitionedFile): Iterator[InternalRow]

  /** Whether the store may be asked for a part of a file that it can read. */
  protected def mayPush(part: PartitionedFile): Boolean = true

  protected def conf: Configuration = configuration.value.value

  protected def history: PushHistory = PushHistory.of(query)

  override def apply(file: PartitionedFile): Iterator[InternalRow] =
    parts(file).iterator.flatMap(rows)

  /** Of a long split, whose answer cannot be guessed yet, a short part comes first. */
  private def parts(file: PartitionedFile): Seq[PartitionedFile] = {
    val sample = PushHistory.Sample
    val divides = !CompressedFiles.isAny(file.toPath) && file.length > 2 * sample
    if (!divides || history.isKnown) Seq(file)
    else {
      val rest = file.copy(start = file.start + sample, length = file.length - sample)
      Seq(file.copy(length = sample), rest)
    }
  }

  private def rows(part: PartitionedFile): Iterator[InternalRow] =
    if (isAsked(part)) {
      metrics.pushed += 1
      new ResumedRows(() => pushed(part), instead(part))
    } else {
      metrics.plain += 1
      plain(part)
    }

  private def isAsked(part: PartitionedFile): Boolean =
    !CompressedFiles.isForeign(part.toPath) && !Refusals.holds(bucket(part)) && history.pays &&
      mayPush(part)

  /** After a broken answer the store is asked once more; after anything else it is not. */
  private def instead(part: PartitionedFile): Throwable => Option[() => Iterator[InternalRow]] = {
    var askedAgain = false
    var plainly = false
    failure =>
      if (plainly) None
      else {
        note(part, failure)
        if (failure.isInstanceOf[TransientStoreException] && !askedAgain) {
          askedAgain = true
          Some(() => pushed(part))
        } else {
          plainly = true
          metrics.fallenBack += 1
          Some(() => plain(part))
        }
      }
  }

  private def note(part: PartitionedFile, failure: Throwable): Unit = {
    val told = s"The store did not answer $part to the end"
    Refusals.note(bucket(part), failure)
    failure match {
      case _: StorletRefusedException =>
        metrics.refused += 1
        Log.info(s"$told: ${failure.getMessage}")
      case _: IOException => Log.info(s"$told: ${failure.getMessage}")
      case _              => Log.warn(s"$told, or its answer could not be read", failure)
    }
  }

  private def bucket(part: PartitionedFile): String = {
    val uri = part.pathUri
    s"${uri.getScheme}://${uri.getAuthority}"
  }
}

object SplitReader {
  private val Log = LoggerFactory.getLogger(classOf[SplitReader])
}
