package io.headwater.spark.pushdown

import java.util.Locale
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.datasources.PartitionedFile

/** Detects compressed files by their suffix, as Hadoop's readers do. */
object CompressedFiles {
  private val StorletSuffixes = Seq(".gz", ".zst", ".bz2")
  private val SplittableSuffixes = Seq(".bz2")
  private val OtherSuffixes = Seq(".deflate", ".lz4", ".snappy", ".lzo", ".zstd")

  /** Whether the file is compressed. */
  def isCompressed(path: Path): Boolean = isStorletReadable(path) || isUnsupported(path)

  /** Whether the storlet `decompress` reads it. */
  def isStorletReadable(path: Path): Boolean = endsWith(path, StorletSuffixes)

  /** Whether Hadoop decompresses parts of it, so that Spark may split it. */
  def isSplittable(path: Path): Boolean = endsWith(path, SplittableSuffixes)

  /** Whether a store with storlets can read the part: no storlet decompresses a part of a file. */
  def isPushable(part: PartitionedFile): Boolean = {
    val isWhole = part.start == 0 && part.length == part.fileSize
    !isUnsupported(part.toPath) && (isWhole || !isStorletReadable(part.toPath))
  }

  private def isUnsupported(path: Path): Boolean = endsWith(path, OtherSuffixes)

  private def endsWith(path: Path, endings: Seq[String]): Boolean = {
    val name = path.getName.toLowerCase(Locale.ROOT)
    endings.exists(ending => name.endsWith(ending))
  }
}
