package io.headwater.spark.storlet

import java.util.{Map => JavaMap}
import scala.jdk.CollectionConverters._

/** An object, and what storlets answered for it.
  *
  * @param name
  *   its path
  * @param length
  *   in bytes, of the object
  * @param etag
  *   of the object, without quotes
  * @param metadata
  *   what the storlets set
  * @param value
  *   the answer
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
