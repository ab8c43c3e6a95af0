package io.headwater.spark.skipping

import io.headwater.commit.manifest.ColumnRange
import io.headwater.fs.{HeadwaterFileSystem, ObjectFacts}
import io.headwater.store.BoundedMap
import java.io.IOException
import org.apache.hadoop.fs.{EtagSource, FileStatus, Path}
import org.slf4j.LoggerFactory
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Using
import scala.util.control.NonFatal

/** A folder that may have an index.
  *
  * @param mayAsk
  *   whether one request may be sent to learn whether there is one, where no listing has shown it
  */
private[skipping] class IndexPlace(folder: Path, fileSystem: HeadwaterFileSystem, mayAsk: Boolean) {
  import IndexPlace._

  private val facts: ObjectFacts = fileSystem.facts
  private val prefix = folder.toUri.getPath.stripSuffix("/") + "/"

  /** Whether a file is below the folder. */
  def has(file: Path): Boolean = {
    val uri = file.toUri
    uri.getAuthority == folder.toUri.getAuthority && uri.getPath.startsWith(prefix)
  }

  /** What an index tells of a file; nothing unless it is the object that it was. */
  def indexed(
      index: SkipIndex,
      file: Path,
      etag: String,
      length: Long
  ): Option[SkipIndex.Indexed] =
    index.objects
      .get(file.toUri.getPath.substring(prefix.length))
      .filter(told => told.length == length && plain(told.etag) == plain(etag))

  /** What a manifest tells of the columns of a file. */
  def ranges(file: Path, etag: String): Map[String, ColumnRange] =
    facts.ranges(file, etag).asScala.toMap

  /** The index, read once and kept as long as its ETag is the same. Trouble with it is told in the
    * log, and every object is read.
    */
  def index: Option[SkipIndex] =
    try (if (mayAsk) facts.index(folder) else facts.listedIndex(folder)).toScala.map(read)
    catch {
      case NonFatal(e) =>
        facts.forgetIndex(folder)
        log.warn("The skip index of {} is of no use now: {}", folder, e, e)
        None
    }

  private def read(status: FileStatus): SkipIndex = {
    val etag = status match {
      case source: EtagSource => source.getEtag
      case _                  => throw new IOException(s"${status.getPath} has no ETag")
    }
    val name = s"${status.getPath} $etag"
    Option(kept.get(name)).getOrElse {
      val opened = fileSystem.openFile(status.getPath).withFileStatus(status).build().get
      val index = SkipIndex.parse(Using.resource(opened)(_.readNBytes(MostBytes)))
      kept.put(name, index)
      index
    }
  }
}

private[skipping] object IndexPlace {
  private val log = LoggerFactory.getLogger(classOf[IndexPlace])

  /** Swift's S3 API adds `-N` to the ETag of a large object that its own API wrote. */
  private def plain(etag: String): String = etag.stripSuffix("-N")

  /** Of a compressed index; a longer one is cut, and so is none. */
  private val MostBytes = 32 << 20

  /** Indexes by their paths and ETags; one may take some 100 MB of heap. */
  private val kept = BoundedMap.shared[String, SkipIndex](8)
}
