package io.headwater.spark.pushdown

import io.headwater.store.concurrent.BoundedMap
import java.util.concurrent.atomic.AtomicLong

/** The benefit of pushdown for one query in this process so far, which decides whether to continue.
  *
  * A store filters faster than Spark parses. Pushdown therefore pays if it saves Spark from parsing
  * a good part of the bytes, and if the store is not so busy or slow that a task waits longer for
  * its answers. Otherwise, every sixteenth split is still pushed down, because the selected rows
  * may be clustered, and the store may be less busy by then. `docs/guides/pushdown.md` has the
  * table of decisions.
  */
class PushdownCostModel {
  import PushdownCostModel._

  private val bytesRead = new AtomicLong
  private val bytesParsed = new AtomicLong
  private val unpushedSplits = new AtomicLong

  /** The speed of typed answers. */
  val pushedSpeed = new ReadSpeed

  /** The speed without pushdown. */
  val plainSpeed = new ReadSpeed

  /** Records a response of the store.
    *
    * @param read
    *   the bytes that the store read
    * @param parsed
    *   the bytes of its response that Spark parses
    */
  def record(read: Long, parsed: Long): Unit = {
    bytesRead.addAndGet(read)
    bytesParsed.addAndGet(parsed)
  }

  /** Whether enough bytes were read to decide. */
  def isKnown: Boolean = bytesRead.get >= Sample

  /** Whether to push down the next split, as far as is known. */
  def isWorthwhile: Boolean =
    !isKnown || savesParsing && !isStoreSlow ||
      unpushedSplits.incrementAndGet() % ProbeInterval == 0

  private def savesParsing: Boolean = bytesParsed.get < bytesRead.get * MaxParsedShare

  /** Whether the store's answers come more slowly than Spark reads. */
  private def isStoreSlow: Boolean =
    pushedSpeed.value.exists(_ < plainSpeed.value.getOrElse(AssumedPlainSpeed))
}

object PushdownCostModel {

  /** This many bytes of a split indicate whether pushing down the rest is worthwhile. */
  val Sample: Long = 4L << 20

  private val MaxParsedShare = 0.7
  private val ProbeInterval = 16

  /** A task of Spark parses at least this much, in bytes per second, unless it was measured. Faster
    * answers pay without a comparison.
    */
  private val AssumedPlainSpeed = 30e6
  private val MaxQueries = 1000

  private val histories = BoundedMap.shared[String, PushdownCostModel](MaxQueries)

  /** The history of a query in this process. */
  def of(query: String): PushdownCostModel =
    histories.computeIfAbsent(query, _ => new PushdownCostModel)
}

/** How fast tasks of this process read parts of objects in one way. Each part halves the weight of
  * those before it.
  */
class ReadSpeed {
  private var bytes = 0.0
  private var nanos = 0.0

  /** Records a part. Short ones are left out, because most of their time is a request's.
    *
    * @param length
    *   the bytes of the object
    * @param waited
    *   the nanoseconds for which the task waited: for the store's queue, its storlet, the network
    *   and Spark's parser
    */
  def record(length: Long, waited: Long): Unit = if (length >= PushdownCostModel.Sample)
    synchronized {
      bytes = bytes / 2 + length
      nanos = nanos / 2 + waited.max(1)
    }

  /** Bytes per second, if a part was recorded. */
  def value: Option[Double] = synchronized(Some(bytes / nanos * 1e9).filter(_ > 0))
}
