package io.headwater.spark.pushdown

import io.headwater.fs.config.OptionNames
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.spark.sql.execution.datasources.PartitionedFile

/** Makes Hadoop's line readers read the object that was planned, or fail. */
object PlannedObject {

  /** A configuration with which line readers pass the file's ETag to the file system. */
  def pinned(conf: Configuration, file: PartitionedFile): Configuration =
    ObjectFileIndex.etag(file).fold(conf) { etag =>
      val own = new Configuration(conf)
      // The prefix ends with a dot.
      own.set(s"${MRJobConfig.INPUT_FILE_OPTION_PREFIX}${OptionNames.ETAG}", etag)
      own
    }
}
