package io.headwater.spark.pushdown

import java.util.Locale
import org.apache.hadoop.fs.Path

/** Which files hold something compressed, by the ending of their names, as Hadoop's readers tell.
  */
object CompressedFiles {
  private val InStore = Set("gz", "zst")
  private val Elsewhere = Set("bz2", "deflate", "lz4", "snappy", "lzo", "zstd")

  /** Whether it is one. */
  def isAny(path: Path): Boolean = isKnown(path) || isForeign(path)

  /** Whether the storlet `decompress` reads it. */
  def isKnown(path: Path): Boolean = InStore(ending(path))

  /** Whether Hadoop decompresses it, and no storlet. */
  def isForeign(path: Path): Boolean = Elsewhere(ending(path))

  private def ending(path: Path): String = {
    val name = path.getName
    name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)
  }
}
