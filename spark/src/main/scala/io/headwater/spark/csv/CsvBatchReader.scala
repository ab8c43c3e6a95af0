package io.headwater.spark.csv

import io.headwater.spark.pushdown.StoreCall
import io.headwater.spark.typed.BatchReader
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads splits of CSV files as batches of columns.
  *
  * @param query
  *   the query as older storlets answer it
  * @param call
  *   the request for a typed answer
  * @param isUntypedPushed
  *   whether an older storlet is of use for the query
  */
class CsvBatchReader(
    query: CsvQuery,
    call: StoreCall,
    isUntypedPushed: Boolean,
    configuration: Broadcast[SerializableConfiguration]
) extends BatchReader(query.id, call, query.requiredSchema, isUntypedPushed, configuration) {

  override protected def recordParser: Array[Byte] => Iterator[InternalRow] = {
    val parse = query.recordParser
    record => parse(new String(record, UTF_8))
  }

  override protected def textRows(part: PartitionedFile): Iterator[InternalRow] =
    query.pushedRows(part, conf, history)

  override protected def rows(part: PartitionedFile): Iterator[InternalRow] =
    PlainRows(query, part, conf)

  override protected def mayPush(part: PartitionedFile): Boolean =
    HeaderCheck.isMade(query, part, conf)
}
