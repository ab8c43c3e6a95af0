package io.headwater.spark.inference

import io.headwater.spark.pushdown.{ObjectFileIndex, ReadMetrics, StoreCall, UnpartitionedFiles}
import java.util.UUID
import org.apache.spark.sql.{Dataset, Encoders}
import org.apache.spark.sql.execution.datasources.{
  FileFormat,
  HadoopFsRelation,
  PartitioningAwareFileIndex
}
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.headwater.LineInternals.ClassicSession
import org.apache.spark.sql.types.{StringType, StructField, StructType}

/** The lines of the files whose columns are inferred. */
class InferredLines(
    val session: ClassicSession,
    files: HadoopFsRelation,
    storlet: String,
    separator: Option[Array[Byte]]
) {

  /** All lines. */
  def all: Dataset[String] = read(new TextFileFormat)

  /** The sample of lines that a storlet selects. */
  def sample(parameters: Seq[(String, String)]): Dataset[String] = {
    val call = StoreCall(storlet, parameters, ReadMetrics(session.sparkContext))
    read(new InferenceSampleFormat(UUID.randomUUID.toString, call, separator))
  }

  private def read(format: FileFormat): Dataset[String] = {
    val index =
      ObjectFileIndex(UnpartitionedFiles(files.location.asInstanceOf[PartitioningAwareFileIndex]))
    val relation = HadoopFsRelation(
      index,
      StructType(Nil),
      InferredLines.Schema,
      None,
      format,
      files.options
    )(session)
    session.baseRelationToDataFrame(relation).select("value").as(Encoders.STRING)
  }
}

object InferredLines {

  /** The schema of a file of lines. */
  val Schema: StructType = StructType(Seq(StructField("value", StringType)))
}
