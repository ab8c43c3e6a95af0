package io.headwater.spark.csv

import io.headwater.spark.pushdown.PlannedObject
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.csv.CSVDataSource

/** Reads a split's rows with Spark, without pushdown. Reads the object that was planned. */
object PlainRows {
  def apply(query: CsvQuery, file: PartitionedFile, conf: Configuration): Iterator[InternalRow] = {
    CSVDataSource(query.options).readFile(
      PlannedObject.pinned(conf, file),
      file,
      query.objectParser,
      checker(query, file),
      query.requiredSchema
    )
  }

  /** Checks the header line in a file's first split. */
  def checker(query: CsvQuery, file: PartitionedFile): CSVHeaderChecker = {
    val schema = if (query.prunes) query.requiredSchema else query.dataSchema
    val source = s"CSV file: ${file.urlEncodedPath}"
    new CSVHeaderChecker(schema, query.options, source, file.start == 0)
  }
}
