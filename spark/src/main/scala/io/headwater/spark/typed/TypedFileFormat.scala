package io.headwater.spark.typed

import io.headwater.spark.pushdown.PushdownFileFormat
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{ExprUtils, UnsafeProjection}
import org.apache.spark.sql.execution.datasources.{FileFormat, PartitionedFile}
import org.apache.spark.sql.execution.vectorized.{ColumnVectorUtils, ConstantColumnVector}
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}
import org.apache.spark.util.SerializableConfiguration
import scala.jdk.CollectionConverters._

/** A format whose reader returns batches of columns, or their rows if the query is not compiled.
  * Requires a plan for typed answers.
  */
trait TypedFileFormat extends PushdownFileFormat {
  override def supportBatch(session: SparkSession, schema: StructType): Boolean = true

  override def buildReaderWithPartitionValues(
      session: SparkSession,
      schema: StructType,
      partitionSchema: StructType,
      wanted: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val plan = format.plan(SparkInternals.sqlConf(session), options, schema, wanted, filters)
    ExprUtils.verifyColumnNameOfCorruptRecord(schema, plan.corrupt)
    val broadcast = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    val reader =
      if (plan.answersTyped) plan.typed.get.reader(metrics, limit, broadcast)
      else RowBatches.reader(wanted, plan.reader(metrics, limit, broadcast))
    val batches = (file: PartitionedFile) => {
      val added = TypedFileFormat.partitionColumns(partitionSchema, file.partitionValues)
      reader(file).map(TypedFileFormat.join(_, added))
    }
    if (options.get(FileFormat.OPTION_RETURNING_BATCH).contains("true"))
      // Spark expects the batches in an iterator of this type.
      file => batches(file).asInstanceOf[Iterator[InternalRow]]
    else
      file => {
        val row = UnsafeProjection.create(StructType(wanted ++ partitionSchema))
        batches(file).flatMap(_.rowIterator.asScala).map(row)
      }
  }
}

object TypedFileFormat {

  /** A decimal of a folder's name may have another scale than its column. The projection changes
    * it, as in Spark's reader of rows.
    */
  private def partitionColumns(schema: StructType, values: InternalRow): Array[ColumnVector] = {
    val row = UnsafeProjection.create(schema)(values)
    schema.fields.zipWithIndex.map { case (field, i) =>
      val column = new ConstantColumnVector(1, field.dataType)
      ColumnVectorUtils.populate(column, row, i)
      column
    }
  }

  private def join(batch: ColumnarBatch, added: Array[ColumnVector]): ColumnarBatch = {
    val columns = Array.tabulate[ColumnVector](batch.numCols)(batch.column)
    new ColumnarBatch(columns ++ added, batch.numRows)
  }
}
