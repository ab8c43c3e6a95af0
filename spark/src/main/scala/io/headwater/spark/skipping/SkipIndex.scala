package io.headwater.spark
package skipping

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import java.io.{ByteArrayInputStream, IOException}
import java.util.zip.GZIPInputStream
import scala.jdk.CollectionConverters._

/** The index of a dataset: `protocol/SKIP-INDEX.md`.
  *
  * @param source
  *   the format in which objects were read: `csv`, `json`, `parquet` or `orc`
  * @param options
  *   the options with which they were read
  * @param objects
  *   the entries by object key below the dataset's root
  */
private[skipping] case class SkipIndex(
    source: String,
    options: Map[String, String],
    columns: IndexedSeq[SkipIndex.Column],
    objects: Map[String, SkipIndex.Indexed]
)

private[skipping] object SkipIndex {
  val Name = "_headwater_index"
  private val Format = 1
  private val MaxBytes = 32 << 20
  private val mapper = new ObjectMapper

  /** A column: its position from 0 (CSV), or its name and Spark SQL type. */
  case class Column(name: Option[String], position: Option[Int], dataType: Option[String])

  /** An object with what is known of its columns, in the order of the index. */
  case class Indexed(etag: String, length: Long, columns: IndexedSeq[Option[ColumnTexts]])

  /** Parses the content of an index object.
    *
    * @throws IOException
    *   if it is not an index of a known version
    */
  def parse(content: Array[Byte]): SkipIndex = {
    val plain = new GZIPInputStream(new ByteArrayInputStream(content))
    val text = plain.readNBytes(MaxBytes + 1)
    if (text.length > MaxBytes) throw new IOException(s"it is longer than $MaxBytes bytes")
    of(mapper.readTree(text))
  }

  private def of(document: JsonNode): SkipIndex = {
    val format = document.path("format").asInt(0)
    if (format != Format) throw new IOException(s"its format is $format; supported is $Format")
    SkipIndex(
      document.path("source").asText,
      document
        .path("options")
        .properties
        .asScala
        .map(each => each.getKey -> each.getValue.asText)
        .toMap,
      document.path("columns").asScala.map(column).toIndexedSeq,
      document.path("objects").asScala.map(each => each.path("key").asText -> indexed(each)).toMap
    )
  }

  private def column(node: JsonNode): Column = Column(
    text(node, "name"),
    Option(node.get("position")).map(_.asInt),
    text(node, "type")
  )

  private def indexed(node: JsonNode): Indexed = Indexed(
    node.path("etag").asText,
    node.path("length").asLong(-1),
    node
      .path("columns")
      .asScala
      .map(known => Option.unless(known.isNull)(texts(known)))
      .toIndexedSeq
  )

  private def texts(node: JsonNode): ColumnTexts = ColumnTexts(
    Option(node.get("nulls")).map(_.asLong),
    Option(node.get("values")).map(_.asScala.map(_.asText).toSeq),
    ColumnTexts.Range(text(node, "min"), text(node, "max")),
    ColumnTexts.Range(text(node, "low"), text(node, "high")),
    Option(node.get("scale")).map(_.asInt),
    text(node, "form"),
    text(node, "bloom").flatMap(BloomFilter.parse)
  )

  private def text(node: JsonNode, member: String): Option[String] =
    Option(node.get(member)).map(_.asText)
}
