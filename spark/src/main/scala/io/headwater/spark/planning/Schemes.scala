package io.headwater.spark.planning

import io.headwater.fs.HeadwaterFileSystem
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileSystem
import scala.util.Try

/** The schemes of paths that Headwater's file systems serve. */
object Schemes {

  /** Whether a scheme's file system is Headwater's. No file system is created, so that queries of
    * other files do not depend on Headwater.
    */
  def isOurs(scheme: String, conf: Configuration): Boolean =
    Try(FileSystem.getFileSystemClass(scheme, conf)).toOption
      .exists(classOf[HeadwaterFileSystem].isAssignableFrom)
}
