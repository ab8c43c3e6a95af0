package io.headwater.spark.pushdown

import io.headwater.fs.read.ReplacedFileException
import io.headwater.store.retry.RetryPolicy
import io.headwater.store.storlet.StorletRefusedException
import java.io.IOException
import org.apache.hadoop.conf.Configuration
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration
import org.slf4j.LoggerFactory

/** Reads splits of files, by pushdown while that pays, and without pushdown otherwise.
  *
  * @param query
  *   identifies the query
  * @param unit
  *   what the reader returns at once
  */
abstract class SplitReader[A](
    query: String,
    metrics: ReadMetrics,
    configuration: Broadcast[SerializableConfiguration],
    unit: RowUnit[A]
) extends (PartitionedFile => Iterator[A])
    with Serializable {
  import SplitReader._

  /** The rows of a part of a split, as the store returns them. */
  protected def pushed(part: PartitionedFile): Iterator[A]

  /** The same rows in the same order, read without pushdown. If the part has an ETag, the object
    * must have it.
    */
  protected def plain(part: PartitionedFile): Iterator[A]

  /** Whether a part of a supported file may be pushed down. */
  protected def mayPush(part: PartitionedFile): Boolean = true

  /** Whether a sample of a long split shows first if pushdown pays. */
  protected def isSampled: Boolean = true

  protected def conf: Configuration = configuration.value.value

  protected def history: PushdownCostModel = PushdownCostModel.of(query)

  override def apply(file: PartitionedFile): Iterator[A] =
    new CurrentVersionRows(parts(file).iterator.flatMap(rows), () => current(file))

  /** The split's rows in the version that exists now, by pushdown if it is as long as the listed
    * one.
    */
  private def current(file: PartitionedFile): Iterator[A] =
    StoredVersion
      .ofSameLength(file, conf)
      .map(stored =>
        new CurrentVersionRows(parts(stored).iterator.flatMap(rows), () => unpushed(file))
      )
      .getOrElse(unpushed(file))

  /** The split's rows in the version that exists now. They are read without pushdown, by the reader
    * that Spark uses without pushdown, because the split's range is that of the listed version.
    */
  private def unpushed(file: PartitionedFile): Iterator[A] = {
    Log.info(s"$file was replaced after it was listed. The current version is read")
    metrics.fallenBack += 1
    plain(ObjectFileIndex.withoutEtag(file))
  }

  /** Cuts a short sample off a long split while the benefit of pushdown is unknown. */
  private def parts(file: PartitionedFile): Seq[PartitionedFile] = {
    val sample = PushdownCostModel.Sample
    val isDivided = !CompressedFiles.isCompressed(file.toPath) && file.length > 2 * sample
    if (!isDivided || !isSampled || history.isKnown) Seq(file)
    else {
      val rest = file.copy(start = file.start + sample, length = file.length - sample)
      Seq(file.copy(length = sample), rest)
    }
  }

  private def rows(part: PartitionedFile): Iterator[A] =
    if (isPushable(part)) {
      metrics.pushed += 1
      new ResumedRows(unit, () => pushed(part), alternative(part))
    } else {
      metrics.plain += 1
      plain(part)
    }

  /** Whether a part of a split is requested from the store. */
  protected def isPushable(part: PartitionedFile): Boolean =
    CompressedFiles.isPushable(part) &&
      !StorletCircuitBreaker.isOpen(bucket(part)) && history.isWorthwhile && mayPush(part)

  /** A broken response is requested from the store once again. After any other failure, the part is
    * read without pushdown. The planned version of a replaced file cannot be read at all.
    */
  private def alternative(
      part: PartitionedFile
  ): Throwable => Option[() => Iterator[A]] = {
    var attempts = 1
    var isUnpushed = false
    failure =>
      if (isUnpushed || failure.isInstanceOf[ReplacedFileException]) None
      else {
        record(part, failure)
        if (RetryPolicy.PUSHED_SPLIT.repeats(failure, attempts)) {
          attempts += 1
          Some(() => pushed(part))
        } else {
          isUnpushed = true
          metrics.fallenBack += 1
          Some(() => plain(part))
        }
      }
  }

  private def record(part: PartitionedFile, failure: Throwable): Unit = {
    val message = s"Pushdown of $part failed"
    StorletCircuitBreaker.record(bucket(part), failure)
    failure match {
      case _: StorletRefusedException =>
        metrics.refused += 1
        Log.info(s"$message: ${failure.getMessage}")
      case _: IOException => Log.info(s"$message: ${failure.getMessage}")
      case _              => Log.warn(s"$message unexpectedly", failure)
    }
  }

  /** The bucket of a file as a URI. */
  protected def bucket(part: PartitionedFile): String = {
    val uri = part.pathUri
    s"${uri.getScheme}://${uri.getAuthority}"
  }
}

object SplitReader {
  private val Log = LoggerFactory.getLogger(classOf[SplitReader[_]])
}
