package io.headwater.spark.json

import io.headwater.spark.pushdown.StoreCall
import io.headwater.spark.typed.BatchReader
import org.apache.hadoop.io.Text
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads splits of JSON lines as batches of columns.
  *
  * @param query
  *   the query as older storlets answer it
  * @param call
  *   the request for a typed answer
  * @param isUntypedPushed
  *   whether an older storlet is of use for the query
  */
class JsonBatchReader(
    query: JsonQuery,
    call: StoreCall,
    isUntypedPushed: Boolean,
    configuration: Broadcast[SerializableConfiguration]
) extends BatchReader(query.id, call, query.required, isUntypedPushed, configuration) {

  override protected def recordParser: Array[Byte] => Iterator[InternalRow] = {
    val parser = query.lines
    record => parser.parse(new Text(record))
  }

  override protected def textRows(part: PartitionedFile): Iterator[InternalRow] =
    query.pushedRows(part, conf, history)

  override protected def rows(part: PartitionedFile): Iterator[InternalRow] =
    query.plain(part, conf)
}
