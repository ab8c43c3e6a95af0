package io.headwater.spark.csv

import io.headwater.spark.pushdown.ObjectFileIndex
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.csv.CSVDataSource

/** A split's rows as Spark reads them without a store's help, of the object that was planned. */
object PlainRows {
  def apply(query: CsvQuery, file: PartitionedFile, conf: Configuration): Iterator[InternalRow] = {
    val schema = if (query.prunes) query.requiredSchema else query.dataSchema
    val source = s"CSV file: ${file.urlEncodedPath}"
    CSVDataSource(query.options).readFile(
      pinned(conf, file),
      file,
      query.wholeParser,
      new CSVHeaderChecker(schema, query.options, source, file.start == 0),
      query.requiredSchema
    )
  }

  /** Hadoop's line readers hand such options to the file system. */
  private def pinned(conf: Configuration, file: PartitionedFile): Configuration =
    ObjectFileIndex.etag(file).fold(conf) { etag =>
      val own = new Configuration(conf)
      own.set(s"${MRJobConfig.INPUT_FILE_OPTION_PREFIX}.fs.headwater.etag", etag)
      own
    }
}
