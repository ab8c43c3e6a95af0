package io.headwater.spark.csv

import io.headwater.spark.pushdown.PlannedObject
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.csv.CSVExprUtils
import org.apache.spark.sql.catalyst.csv.headwater.CsvInternals
import org.apache.spark.sql.execution.datasources.{HadoopFileLinesReader, PartitionedFile}

/** Spark's check of a file's header line, which it makes where `enforceSchema` is false: by the
  * first lines of the file, so that the store can be asked for its rows.
  */
object HeaderCheck {
  private val Head = 64L << 10

  /** Fails as Spark does if the header is not the schema's.
    *
    * @return
    *   whether the check was made, or there is none to make; not if comments and blank lines are
    *   all that was looked at
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
