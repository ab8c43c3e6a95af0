package io.headwater.spark.storlet

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.hadoop.mapreduce.Job
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.{FileFormat, OutputWriterFactory, PartitionedFile}
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** The storlet responses for files. Files are split if the query requests it. */
case class StorletFileFormat(query: StorletQuery) extends FileFormat {

  override def toString: String = s"storlet ${query.stages.map(_.storlet).mkString(",")}"

  override def isSplitable(
      session: SparkSession,
      options: Map[String, String],
      path: Path
  ): Boolean = query.bySplit

  override def buildReader(
      session: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      required: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      conf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val columns = SourceColumns.answers(query, dataSchema)
    val wanted = SourceColumns.answers(query, required)
    val answers =
      AnswerRows(query.output, columns, wanted, options, SparkInternals.sqlConf(session))
    val shared = session.sparkContext.broadcast(new SerializableConfiguration(conf))
    new StorletSplitReader(query, required, answers, shared)
  }

  override def inferSchema(
      session: SparkSession,
      options: Map[String, String],
      files: Seq[FileStatus]
  ): Option[StructType] = None

  override def prepareWrite(
      session: SparkSession,
      job: Job,
      options: Map[String, String],
      dataSchema: StructType
  ): OutputWriterFactory =
    throw new UnsupportedOperationException("the format storlet is read-only")
}
