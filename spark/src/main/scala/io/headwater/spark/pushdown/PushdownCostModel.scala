package io.headwater.spark.pushdown

import io.headwater.store.concurrent.BoundedMap
import java.util.concurrent.atomic.AtomicLong

/** The benefit of pushdown for one query in this process so far, which decides whether to continue.
  *
  * A store filters faster than Spark parses. Pushdown therefore pays if it saves Spark from parsing
  * a good part of the bytes. If it does not, every sixteenth split is still pushed down, because
  * the selected rows may be clustered.
  */
class PushdownCostModel {
  import PushdownCostModel._

  private val bytesRead = new AtomicLong
  private val bytesParsed = new AtomicLong
  private val unpushedSplits = new AtomicLong

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
    !isKnown || bytesParsed.get < bytesRead.get * MaxParsedShare ||
      unpushedSplits.incrementAndGet() % ProbeInterval == 0
}

object PushdownCostModel {

  /** This many bytes of a split indicate whether pushing down the rest is worthwhile. */
  val Sample: Long = 4L << 20

  private val MaxParsedShare = 0.7
  private val ProbeInterval = 16
  private val MaxQueries = 1000

  private val histories = BoundedMap.shared[String, PushdownCostModel](MaxQueries)

  /** The history of a query in this process. */
  def of(query: String): PushdownCostModel =
    histories.computeIfAbsent(query, _ => new PushdownCostModel)
}
