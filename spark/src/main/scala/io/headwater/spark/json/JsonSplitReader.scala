package io.headwater.spark.json

import io.headwater.spark.pushdown.{RowUnit, SplitReader}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads the rows of splits of JSON lines. */
class JsonSplitReader(query: JsonQuery, configuration: Broadcast[SerializableConfiguration])
    extends SplitReader(query.id, query.metrics, configuration, RowUnit.Single) {

  override protected def pushed(part: PartitionedFile): Iterator[InternalRow] =
    query.pushedRows(part, conf, history)

  override protected def plain(part: PartitionedFile): Iterator[InternalRow] =
    query.plain(part, conf)
}
