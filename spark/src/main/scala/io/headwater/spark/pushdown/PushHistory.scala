package io.headwater.spark.pushdown

import io.headwater.store.BoundedMap
import java.util.concurrent.atomic.AtomicLong

/** What pushing brought so far, in this process, to one query: whether it pays to go on.
  *
  * A store filters faster than Spark parses, so pushing pays as soon as a good part of the bytes
  * stays away. Where it does not, every sixteenth split is asked again, since what a query selects
  * may lie together.
  */
class PushHistory {
  import PushHistory._

  private val bytesRead = new AtomicLong
  private val bytesReturned = new AtomicLong
  private val notPushed = new AtomicLong

  /** Notes an answer of the store. */
  def note(read: Long, returned: Long): Unit = {
    bytesRead.addAndGet(read)
    bytesReturned.addAndGet(returned)
  }

  /** Whether enough has been seen to tell. */
  def isKnown: Boolean = bytesRead.get >= Sample

  /** Whether to push the next split, as far as is known. */
  def pays: Boolean =
    !isKnown || bytesReturned.get < bytesRead.get * MostReturned ||
      notPushed.incrementAndGet() % AskAgain == 0
}

object PushHistory {

  /** So many bytes of a split tell whether the rest of it is worth pushing. */
  val Sample: Long = 4L << 20

  private val MostReturned = 0.7
  private val AskAgain = 16
  private val MostQueries = 1000

  private val histories = BoundedMap.shared[String, PushHistory](MostQueries)

  /** The history of a query in this process. */
  def of(query: String): PushHistory = histories.computeIfAbsent(query, _ => new PushHistory)
}
