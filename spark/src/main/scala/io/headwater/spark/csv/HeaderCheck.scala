package io.headwater.spark.csv

import io.headwater.spark.pushdown.PlannedObject
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.csv.CSVExprUtils
import org.apache.spark.sql.catalyst.csv.headwater.CsvInternals
import org.apache.spark.sql.execution.datasources.{HadoopFileLinesReader, PartitionedFile}

/** Spark's check of a file's header line, made if `enforceSchema` is false. It reads only the first
  * lines of the file, so the rows can still be pushed down.
  */
object HeaderCheck {
  private val Head = 64L << 10

  /** Fails as Spark does if the header does not match the schema.
    *
    * @return
    *   true if the check was made or is not needed, false if only comments and blank lines were
    *   found
    */
  def isMade(query: CsvQuery, part: PartitionedFile, conf: Configuration): Boolean = {
    val options = query.options
    val isChecked = options.headerFlag && !options.enforceSchema && part.start == 0
    !isChecked || header(query, part.copy(length = part.length.min(Head)), conf).fold {
      part.length <= Head
    } { line =>
      CsvInternals.check(PlainRows.checker(query, part), line, query.objectParser)
      true
    }
  }

  private def header(query: CsvQuery, head: PartitionedFile, conf: Configuration) = {
    val separator = query.options.lineSeparatorInRead
    val lines = new HadoopFileLinesReader(head, separator, PlannedObject.pinned(conf, head))
    try CSVExprUtils.extractHeader(lines.map(_.toString), query.options)
    finally lines.close()
  }
}
