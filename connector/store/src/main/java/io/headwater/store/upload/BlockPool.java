package io.headwater.store.upload;

import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A bounded number of equal memory blocks that all writers of a process share. */
public final class BlockPool {
  /** The length of a block in bytes. It is small, so that many streams can share a small pool. */
  public static final int BLOCK_LENGTH = 64 << 10;

  private final Semaphore free;
  private final int blocks;
  private final AtomicInteger leastFree;
  private final ConcurrentLinkedQueue<byte[]> returned = new ConcurrentLinkedQueue<>();

  /**
   * A pool that allocates memory on demand and keeps it.
   *
   * @param memory the limit in bytes, rounded down to complete blocks; may be 0
   */
  public BlockPool(long memory) {
    blocks = Math.toIntExact(memory / BLOCK_LENGTH);
    free = new Semaphore(blocks);
    leastFree = new AtomicInteger(blocks);
  }

  /** A block with arbitrary content, or empty if all are taken. */
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
      // The heap is smaller than the limit. The rest is written to disk.
      free.release();
      return Optional.empty();
    }
  }

  void giveBack(byte[] block) {
    returned.add(block);
    free.release();
  }

  /** The memory in use, in bytes. */
  public long inUse() {
    return (long) (blocks - free.availablePermits()) * BLOCK_LENGTH;
  }

  /** The highest memory use so far, in bytes. */
  public long peak() {
    return (long) (blocks - leastFree.get()) * BLOCK_LENGTH;
  }
}
