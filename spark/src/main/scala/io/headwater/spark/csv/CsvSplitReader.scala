package io.headwater.spark.csv

import io.headwater.spark.pushdown.{PushHistory, Refusals, ResumedRows}
import io.headwater.store.TransientStoreException
import io.headwater.store.storlet.StorletRefusedException
import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration
import org.slf4j.LoggerFactory

/** Reads splits of CSV files: by the store while that pays, plainly otherwise. */
class CsvSplitReader(query: CsvQuery, configuration: Broadcast[SerializableConfiguration])
    extends (PartitionedFile => Iterator[InternalRow])
    with Serializable {
  import CsvSplitReader._

  override def apply(file: PartitionedFile): Iterator[InternalRow] =
    parts(file).iterator.flatMap(rows)

  /** Of a long split, whose answer cannot be guessed yet, a short part comes first. */
  private def parts(file: PartitionedFile): Seq[PartitionedFile] = {
    val sample = PushHistory.Sample
    val divides = !CompressedFiles.isCompressed(file.toPath) && file.length > 2 * sample
    if (!divides || history.isKnown) Seq(file)
    else {
      val rest = file.copy(start = file.start + sample, length = file.length - sample)
      Seq(file.copy(length = sample), rest)
    }
  }

  private def rows(part: PartitionedFile): Iterator[InternalRow] =
    if (mayPush(part) && history.pays) {
      query.metrics.pushed += 1
      new ResumedRows(() => pushed(part), instead(part))
    } else {
      query.metrics.plain += 1
      plain(part)
    }

  private def mayPush(part: PartitionedFile): Boolean = {
    val showsHeader = query.checksHeader && part.start == 0
    !showsHeader && !CompressedFiles.isForeign(part.toPath) && !Refusals.holds(bucket(part))
  }

  /** After a broken answer the store is asked once more; after anything else it is not. */
  private def instead(part: PartitionedFile): Throwable => Option[() => Iterator[InternalRow]] = {
    var askedAgain = false
    var plainly = false
    failure =>
      note(part, failure)
      if (plainly) None
      else if (failure.isInstanceOf[TransientStoreException] && !askedAgain) {
        askedAgain = true
        Some(() => pushed(part))
      } else {
        plainly = true
        query.metrics.fallenBack += 1
        Some(() => plain(part))
      }
  }

  private def note(part: PartitionedFile, failure: Throwable): Unit = {
    Log.info(s"The store did not answer $part to the end: ${failure.getMessage}")
    Refusals.note(bucket(part), failure)
    failure match {
      case _: StorletRefusedException => query.metrics.refused += 1
      case _                          =>
    }
  }

  private def pushed(part: PartitionedFile): Iterator[InternalRow] =
    PushedRows(query, part, conf, history)

  private def plain(part: PartitionedFile): Iterator[InternalRow] = PlainRows(query, part, conf)

  private def history: PushHistory = PushHistory.of(query.id)

  private def conf: Configuration = configuration.value.value

  private def bucket(part: PartitionedFile): String = {
    val uri = part.pathUri
    s"${uri.getScheme}://${uri.getAuthority}"
  }
}

object CsvSplitReader {
  private val Log = LoggerFactory.getLogger(classOf[CsvSplitReader])
}
