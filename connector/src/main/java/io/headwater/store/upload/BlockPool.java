package io.headwater.store.upload;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A bounded number of equal blocks of memory, shared by all writers of a process. */
public final class BlockPool {
  /** The length of a block in bytes: small enough that many streams share a small pool. */
  public static final int BLOCK_LENGTH = 64 << 10;

  private final Semaphore free;
  private final int blocks;
  private final AtomicInteger leastFree;
  private final ConcurrentLinkedQueue<byte[]> returned = new ConcurrentLinkedQueue<>();

  /**
   * A pool that takes its memory as it is needed and keeps it.
   *
   * @param memory the bound in bytes, rounded down to whole blocks; may be 0
   */
  public BlockPool(long memory) {
    blocks = Math.toIntExact(memory / BLOCK_LENGTH);
    free = new Semaphore(blocks);
    leastFree = new AtomicInteger(blocks);
  }

  /** A block with any content, or nothing when all are taken. */
  Optional<byte[]> take() {
    if (!free.tryAcquire()) {
      return Optional.empty();
    }
    leastFree.accumulateAndGet(free.availablePermits(), Math::min);
    byte[] block = returned.poll();
    if (block != null) {
      return Optional.of(block);
    }
    try {
      return Optional.of(new byte[BLOCK_LENGTH]);
    } catch (OutOfMemoryError e) {
      // The heap is smaller than the bound: what does not fit goes to the disk.
      free.release();
      return Optional.empty();
    }
  }

  void giveBack(byte[] block) {
    returned.add(block);
    free.release();
  }

  /** Memory taken now, in bytes. */
  public long inUse() {
    return (long) (blocks - free.availablePermits()) * BLOCK_LENGTH;
  }

  /** The most memory that was ever taken at once, in bytes. */
  public long peak() {
    return (long) (blocks - leastFree.get()) * BLOCK_LENGTH;
  }
}
