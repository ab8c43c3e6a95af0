package io.headwater.spark.storlet

import io.headwater.fs.HeadwaterFileSystem
import io.headwater.spark.config.StorletOutput
import io.headwater.spark.pushdown.ObjectFileIndex
import org.apache.spark.sql.{Encoders, SQLContext}
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.datasources.{DataSource, HadoopFsRelation}
import org.apache.spark.sql.execution.datasources.binaryfile.BinaryFileFormat
import org.apache.spark.sql.headwater.LineInternals.ClassicSession
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.{BinaryType, StringType, StructField, StructType}

/** The relations of the format `storlet`. Spark lists, partitions and splits the files as for its
  * own formats.
  */
private[storlet] object StorletRelations {

  /** The relation for a read with these options, whose columns are inferred without a schema. */
  def create(
      context: SQLContext,
      options: Map[String, String],
      schema: Option[StructType]
  ): BaseRelation = relation(session(context), asWritten(options), schema)

  private def session(context: SQLContext): ClassicSession =
    context.sparkSession.asInstanceOf[ClassicSession]

  /** Parameter names may contain letters of either case. */
  private def asWritten(options: Map[String, String]): Map[String, String] = options match {
    case lowerCased: CaseInsensitiveMap[String] => lowerCased.originalMap
    case other                                  => other
  }

  private def relation(
      session: ClassicSession,
      options: Map[String, String],
      schema: Option[StructType]
  ): HadoopFsRelation = {
    if (!CaseInsensitiveMap(options).contains("path"))
      throw new IllegalArgumentException(
        "the format storlet reads one path: load(\"s3://bucket/folder\"), or a glob such as {a,b}/*"
      )
    val query = StorletQuery.of(options)
    val answers = schema.fold(columns(session, query, options))(SourceColumns.answers(query, _))
    val listed = files(session, options, StructType(answers ++ SourceColumns.of(query)))
    listed.copy(
      location = ObjectFileIndex(listed.location),
      fileFormat = StorletFileFormat(query)
    )(listed.sparkSession)
  }

  /** The relation that Spark creates for the files in a format that Spark implements. */
  private def files(
      session: ClassicSession,
      options: Map[String, String],
      schema: StructType
  ): HadoopFsRelation = {
    val source = DataSource(
      session,
      className = classOf[BinaryFileFormat].getName,
      userSpecifiedSchema = Some(schema),
      options = options
    )
    val relation = source.resolveRelation().asInstanceOf[HadoopFsRelation]
    val conf = SparkInternals.hadoopConf(session, options)
    relation.location.rootPaths.foreach { path =>
      val fileSystem = path.getFileSystem(conf)
      if (!fileSystem.isInstanceOf[HeadwaterFileSystem])
        throw new IllegalArgumentException(
          s"$path is of ${fileSystem.getClass.getName}, which runs no storlets. Use an s3:// or swift:// path"
        )
    }
    relation
  }

  private def columns(
      session: ClassicSession,
      query: StorletQuery,
      options: Map[String, String]
  ): StructType = query.output match {
    case StorletOutput.Text   => StructType(Seq(StructField("value", StringType)))
    case StorletOutput.Binary => StructType(Seq(StructField("value", BinaryType)))
    case StorletOutput.Json   => infer(session, query, options)
    case StorletOutput.Csv    =>
      throw new IllegalArgumentException("output=csv needs a schema: specify one with .schema(...)")
  }

  /** Requests all responses and lets Spark infer the columns from their lines. */
  private def infer(
      session: ClassicSession,
      query: StorletQuery,
      options: Map[String, String]
  ): StructType = {
    val asText = CaseInsensitiveMap(options) + ("output" -> "text")
    val lines = relation(session, asWritten(asText), None)
    val texts = session.baseRelationToDataFrame(lines).select("value").as(Encoders.STRING)
    val own = options.filterNot { case (name, _) => name.equalsIgnoreCase("path") }
    val columns = session.read.options(own).json(texts).schema
    columns.find(field => SourceColumns.contains(query, field.name)).foreach { field =>
      throw new IllegalArgumentException(
        s"the storlet's rows have a member ${field.name}, which is also a column of the object: specify a schema without it"
      )
    }
    columns
  }
}
