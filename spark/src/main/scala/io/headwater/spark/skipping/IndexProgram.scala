package io.headwater.spark
package skipping

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode
import io.headwater.spark.config.ScanSettings
import java.io.File
import java.util.Locale
import org.apache.hadoop.fs.Path
import org.apache.spark.paths.SparkPath
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.headwater.JsonInternals.JSONOptions
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.types._
import scala.jdk.CollectionConverters._

/** Collects index data for `headwater index` by reading the objects.
  *
  * Two arguments name JSON files. The program reads the first: `source`, `options`, `schema` (or
  * null) and `paths`, which maps paths to keys. It writes the second: `options`, `columns` and
  * `objects` as in the index document, without ETags.
  */
object IndexProgram {
  private val Corrupt = "_headwater_corrupt"
  private val mapper = new ObjectMapper

  /** With these settings each column's value is independent of the other columns, and no date is
    * read with Spark 2's parser.
    */
  private val Settings = Map(
    ScanSettings.sessionName(ScanSettings.Pushdown) -> "false",
    "spark.sql.json.enablePartialResults" -> "true",
    "spark.sql.legacy.timeParserPolicy" -> "CORRECTED"
  )

  def main(arguments: Array[String]): Unit = {
    val session = SparkSession.builder().appName("headwater index").getOrCreate()
    try run(session, arguments(0), arguments(1))
    finally session.stop()
  }

  /** The same in a session that continues. The first name is the file to read, the second the file
    * to write.
    */
  def run(session: SparkSession, request: String, result: String): Unit = {
    val own = session.newSession()
    Settings.foreach { case (name, value) => own.conf.set(name, value) }
    mapper.writeValue(
      new File(result),
      new IndexProgram(own, mapper.readTree(new File(request))).document
    )
  }

  /** The data collected from entry object. */
  private class Summary(width: Int) extends Serializable {
    var rows = 0L
    var malformed = false
    val columns: Array[ColumnSummary] = Array.fill(width)(new ColumnSummary)

    def add(row: InternalRow, types: Seq[DataType], corrupt: Boolean): Unit = {
      rows += 1
      malformed ||= corrupt
      for ((dataType, index) <- types.zipWithIndex if !row.isNullAt(index + 1))
        TypedText.of(row, index + 1, dataType) match {
          case Some(text) => columns(index).add(text)
          case None       => columns(index).addUnknown()
        }
    }

    def add(other: Summary): Summary = {
      rows += other.rows
      malformed ||= other.malformed
      columns.zip(other.columns).foreach { case (own, added) => own.add(added) }
      this
    }

    def json: String = {
      val node = mapper.createObjectNode().put("rows", rows)
      val list = node.putArray("columns")
      if (!malformed)
        columns.foreach(_.entry(rows).fold(list.addNull())(entry => list.add(entry)))
      node.toString
    }
  }
}

private class IndexProgram(session: SparkSession, request: JsonNode) {
  import IndexProgram._

  private val source = request.path("source").asText
  private val options =
    request
      .path("options")
      .properties
      .asScala
      .map(each => each.getKey -> each.getValue.asText)
      .toMap
  private val paths =
    request.path("paths").properties.asScala.map(each => each.getKey -> each.getValue.asText).toMap

  /** Paths are names, not patterns, and their folders are not partitions. */
  private val reader = session.read
    .format(source)
    .options(options)
    .option("__globPaths__", "false")
    .option("recursiveFileLookup", "true")

  private val schema: StructType = source match {
    case "csv" =>
      val inferred = reader.load(paths.keys.min).schema
      StructType(inferred.map(_.copy(dataType = StringType)))
    case _ =>
      Option(request.get("schema")).filterNot(_.isNull) match {
        case Some(text) => StructType.fromDDL(text.asText)
        case None       => reader.load(paths.keys.toSeq: _*).schema
      }
  }

  private val fields = schema.filter(field => TypedText.isIndexed(field.dataType))

  def document: ObjectNode = {
    val node = mapper.createObjectNode()
    val recorded = node.putObject("options")
    recordedOptions.foreach { case (name, value) => recorded.put(name, value) }
    val columns = node.putArray("columns")
    fields.zipWithIndex.foreach { case (field, position) =>
      val column = columns.addObject()
      if (source != "csv") column.put("name", field.name).put("type", field.dataType.catalogString)
      else {
        column.put("position", position)
        if (options.get("header").contains("true")) column.put("name", field.name)
      }
    }
    val objects = node.putArray("objects")
    summaries.foreach { case (key, summary) =>
      val entry = mapper.readTree(summary).asInstanceOf[ObjectNode]
      objects.add(entry.put("key", key))
    }
    node
  }

  /** Each object's key with its summary as JSON, also for objects without rows. */
  private def summaries: Map[String, String] = {
    val keys = paths.map { case (path, key) => new Path(path).toString -> key }
    val summarized = summarize(frame).map { case (path, summary) =>
      keys(SparkPath.fromUrlString(path).toPath.toString) -> summary
    }
    val empty = new Summary(fields.length).json
    paths.values.map(_ -> empty).toMap ++ summarized
  }

  private def frame: DataFrame = {
    val whole = if (source == "json") schema.add(Corrupt, StringType) else schema
    val read =
      if (source == "json") reader.option("columnNameOfCorruptRecord", Corrupt) else reader
    val file = col("_metadata.file_path")
    val wanted = whole.zipWithIndex.filter { case (field, _) =>
      fields.contains(field) || field.name == Corrupt
    }
    val all = read.schema(whole).load(paths.keys.toSeq: _*)
    all.select(file +: wanted.map { case (field, _) =>
      col(s"`${field.name.replace("`", "``")}`")
    }: _*)
  }

  private def summarize(rows: DataFrame): Array[(String, String)] = {
    val types = fields.map(_.dataType)
    val corrupt = Option.when(source == "json")(types.length + 1)
    rows.queryExecution.toRdd
      .mapPartitions { part =>
        val objects = scala.collection.mutable.Map.empty[String, Summary]
        part.foreach { row =>
          objects
            .getOrElseUpdate(row.getUTF8String(0).toString, new Summary(types.length))
            .add(row, types, corrupt.exists(!row.isNullAt(_)))
        }
        objects.iterator
      }
      .reduceByKey(_ add _)
      .mapValues(_.json)
      .collect()
  }

  private def recordedOptions: Map[String, String] =
    if (source != "json") options
    else {
      val conf = SparkInternals.sqlConf(session)
      val zone = new JSONOptions(options, conf.sessionLocalTimeZone).zoneId.getId
      options.map { case (name, value) => name.toLowerCase(Locale.ROOT) -> value } +
        ("timezone" -> zone)
    }
}
