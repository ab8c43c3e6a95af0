package io.headwater.spark
package skipping

import io.headwater.commit.manifest.ColumnRange
import io.headwater.fs.HeadwaterFileSystem
import io.headwater.fs.list.ObjectFacts
import io.headwater.store.concurrent.BoundedMap
import java.io.IOException
import org.apache.hadoop.fs.{EtagSource, FileStatus, Path}
import org.slf4j.LoggerFactory
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Using
import scala.util.control.NonFatal

/** A folder that may have an index.
  *
  * @param mayRequest
  *   whether one request may be sent to find an index that no listing has shown
  */
private[skipping] class IndexFolder(
    folder: Path,
    fileSystem: HeadwaterFileSystem,
    mayRequest: Boolean
) {
  import IndexFolder._

  private val facts: ObjectFacts = fileSystem.facts
  private val prefix = folder.toUri.getPath.stripSuffix("/") + "/"

  /** Whether a file is below the folder. */
  def has(file: Path): Boolean = {
    val uri = file.toUri
    uri.getAuthority == folder.toUri.getAuthority && uri.getPath.startsWith(prefix)
  }

  /** What an index records of a file, or None if the object has changed since. */
  def indexed(
      index: SkipIndex,
      file: Path,
      etag: String,
      length: Long
  ): Option[SkipIndex.Indexed] =
    index.objects
      .get(file.toUri.getPath.substring(prefix.length))
      .filter(entry => entry.length == length && withoutSuffix(entry.etag) == withoutSuffix(etag))

  /** The ranges that a manifest records for the columns of a file. */
  def ranges(file: Path, etag: String): Map[String, ColumnRange] =
    facts.ranges(file, etag).asScala.toMap

  /** The index, read once and cached while its ETag is the same. Errors are logged, and every
    * object is then read.
    */
  def index: Option[SkipIndex] =
    try {
      val document = if (mayRequest) facts.index(folder) else facts.listedIndex(folder)
      document.toScala.map(read)
    } catch {
      case NonFatal(e) =>
        facts.forgetIndex(folder)
        log.warn("Cannot read the skip index of {}, reading every object: {}", folder, e, e)
        None
    }

  private def read(status: FileStatus): SkipIndex = {
    val etag = status match {
      case source: EtagSource => source.getEtag
      case _                  => throw new IOException(s"${status.getPath} has no ETag")
    }
    val name = s"${status.getPath} $etag"
    Option(indexes.get(name)).getOrElse {
      val opened = fileSystem.openFile(status.getPath).withFileStatus(status).build().get
      val index = SkipIndex.parse(Using.resource(opened)(_.readNBytes(MaxBytes)))
      indexes.put(name, index)
      index
    }
  }
}

private[skipping] object IndexFolder {
  private val log = LoggerFactory.getLogger(classOf[IndexFolder])

  /** Swift's S3 API adds `-N` to the ETag of a large object that Swift's own API wrote. */
  private def withoutSuffix(etag: String): String = etag.stripSuffix("-N")

  /** The limit of a compressed index. A longer one is cut and therefore invalid. */
  private val MaxBytes = 32 << 20

  /** Indexes by path and ETag. One index may take about 100 MB of heap. */
  private val indexes = BoundedMap.shared[String, SkipIndex](8)
}
