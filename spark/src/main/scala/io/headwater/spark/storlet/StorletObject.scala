package io.headwater.spark.storlet

import java.util.{Map => JavaMap}
import scala.jdk.CollectionConverters._

/** An object and the response of its storlets.
  *
  * @param name
  *   the object's path
  * @param length
  *   the object's length in bytes
  * @param etag
  *   the object's ETag without quotes
  * @param metadata
  *   the metadata that the storlets set
  * @param value
  *   the response
  */
case class StorletObject(
    name: String,
    length: Long,
    etag: String,
    metadata: Map[String, String],
    value: Array[Byte]
) {

  /** The metadata for Java. */
  def metadataAsJava: JavaMap[String, String] = metadata.asJava
}
