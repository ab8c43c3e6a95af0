package org.apache.spark.sql.execution.headwater

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.RowToColumnConverter
import org.apache.spark.sql.execution.vectorized.{OnHeapColumnVector, WritableColumnVector}
import org.apache.spark.sql.types.StructType

/** Spark's converter of rows to columns, which only its own package may use. */
class RowsToColumns(columns: StructType) {
  private val converter = new RowToColumnConverter(columns)

  /** Appends a row to the columns. */
  def add(row: InternalRow, vectors: Array[OnHeapColumnVector]): Unit =
    converter.convert(row, vectors.asInstanceOf[Array[WritableColumnVector]])
}
