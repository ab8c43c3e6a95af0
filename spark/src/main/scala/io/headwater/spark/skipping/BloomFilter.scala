package io.headwater.spark
package skipping

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64
import org.apache.spark.sql.catalyst.expressions.XXH64
import org.apache.spark.unsafe.Platform

/** Tests whether a text may be among those of a column: `protocol/SKIP-INDEX.md`, section 5.
  *
  * @param bits
  *   the filter's bits, a power of two. Bit 0 is the lowest of the first byte
  */
private[skipping] class BloomFilter(private val bits: Array[Byte]) extends Serializable {
  import BloomFilter._

  private val length = bits.length * 8

  def mayHave(text: String): Boolean = probes(text).forall { probe =>
    val bit = Integer.remainderUnsigned(probe, length)
    (bits(bit / 8) & (1 << (bit % 8))) != 0
  }

  def add(text: String): Unit = probes(text).foreach { probe =>
    val bit = Integer.remainderUnsigned(probe, length)
    bits(bit / 8) = (bits(bit / 8) | (1 << (bit % 8))).toByte
  }

  /** Adds the bits of a filter of the same length. */
  def add(other: BloomFilter): Unit =
    bits.indices.foreach(index => bits(index) = (bits(index) | other.bits(index)).toByte)

  private def count: Int = bits.map(byte => Integer.bitCount(byte & 0xff)).sum

  /** The filter with half as many bits. */
  private def halved: BloomFilter = {
    val (lower, upper) = bits.splitAt(bits.length / 2)
    new BloomFilter(lower.zip(upper).map { case (a, b) => (a | b).toByte })
  }

  private def isAtMostHalfFull: Boolean = count <= length / 2

  /** The shortest possible base64 form, or None if the filter would not help. */
  def text: Option[String] = Option.when(isAtMostHalfFull) {
    val shorter = Iterator
      .iterate(this)(_.halved)
      .takeWhile(each => (each eq this) || each.length >= Shortest && each.isAtMostHalfFull)
    Base64.getEncoder.encodeToString(shorter.toSeq.last.bits)
  }
}

private[skipping] object BloomFilter {
  private val Longest = 65536
  private val Shortest = 64
  private val Probes = 6
  private val Seed = 0L

  /** A filter without texts, of the maximum length. */
  def empty: BloomFilter = new BloomFilter(new Array[Byte](Longest / 8))

  /** Parses base64, or returns None if it contains no filter. */
  def parse(text: String): Option[BloomFilter] = {
    val bits = Base64.getDecoder.decode(text)
    Option.when(
      bits.length * 8 >= Shortest && bits.length * 8 <= Longest && Integer.bitCount(
        bits.length
      ) == 1
    )(new BloomFilter(bits))
  }

  private def probes(text: String): Iterator[Int] = {
    val bytes = text.getBytes(UTF_8)
    val hash = XXH64.hashUnsafeBytes(bytes, Platform.BYTE_ARRAY_OFFSET.toLong, bytes.length, Seed)
    val (first, step) = (hash.toInt, (hash >>> 32).toInt | 1)
    Iterator.tabulate(Probes)(probe => first + probe * step)
  }
}
