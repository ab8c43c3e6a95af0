package io.headwater.spark
package pushdown

import io.headwater.fs.HeadwaterFileSystem
import java.io.IOException
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.slf4j.LoggerFactory
import scala.jdk.OptionConverters._

/** The version of a listed file that the store has now. */
object StoredVersion {
  private val Log = LoggerFactory.getLogger(getClass)

  /** The file with that version's ETag, if it is as long as the listed version. Then the split is
    * the same range of both. Swift, for example, lists another ETag for a copy of a large object
    * than it returns with the object.
    */
  def ofSameLength(file: PartitionedFile, conf: Configuration): Option[PartitionedFile] = {
    val path = file.toPath
    try
      path
        .getFileSystem(conf)
        .asInstanceOf[HeadwaterFileSystem]
        .storletClient
        .stored(path)
        .toScala
        .filter(_.length == file.fileSize)
        .map(stored => ObjectFileIndex.withEtag(file, stored.etag))
    catch {
      case e: IOException =>
        Log.info(s"It is not known which version of $path the store has: ${e.getMessage}")
        None
    }
  }
}
