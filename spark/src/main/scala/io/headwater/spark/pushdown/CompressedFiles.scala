package io.headwater.spark.pushdown

import java.util.Locale
import org.apache.hadoop.fs.Path

/** Detects compressed files by their suffix, as Hadoop's readers do. */
object CompressedFiles {
  private val InStore = Seq(".gz", ".zst", ".bz2")
  private val Elsewhere = Seq(".deflate", ".lz4", ".snappy", ".lzo", ".zstd")

  /** Whether the file is compressed. */
  def isAny(path: Path): Boolean = isKnown(path) || isForeign(path)

  /** Whether the storlet `decompress` reads it. */
  def isKnown(path: Path): Boolean = endsWith(path, InStore)

  /** Whether Hadoop decompresses it but no storlet does. */
  def isForeign(path: Path): Boolean = endsWith(path, Elsewhere)

  private def endsWith(path: Path, endings: Seq[String]): Boolean = {
    val name = path.getName.toLowerCase(Locale.ROOT)
    endings.exists(ending => name.endsWith(ending))
  }
}
