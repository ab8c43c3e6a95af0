package io.headwater.store.upload;

import io.headwater.store.content.Content;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of one part until the store has them. They are in memory while the pool has blocks. The
 * rest is in a file. One thread writes them. Then any number of threads may read them repeatedly.
 */
final class PartBuffer implements Content, Closeable {
  private final BlockPool pool;
  private final Path directory;
  private final List<byte[]> blocks = new ArrayList<>();
  private int lastBlockFill = BlockPool.BLOCK_LENGTH;
  private BufferFile overflow;
  private boolean closed;

  PartBuffer(BlockPool pool, Path directory) {
    this.pool = pool;
    this.directory = directory;
  }

  void append(byte[] bytes, int offset, int count) throws IOException {
    int position = offset;
    int end = offset + count;
    while (position < end && (overflow == null) && hasRoomInMemory()) {
      int fits = Math.min(end - position, BlockPool.BLOCK_LENGTH - lastBlockFill);
      System.arraycopy(bytes, position, blocks.get(blocks.size() - 1), lastBlockFill, fits);
      lastBlockFill += fits;
      position += fits;
    }
    if (position < end) {
      if (overflow == null) {
        overflow = BufferFile.create(directory);
      }
      overflow.append(bytes, position, end - position);
    }
  }

  /** Ends writing. */
  void seal() throws IOException {
    if (overflow != null) {
      overflow.seal();
    }
  }

  private boolean hasRoomInMemory() {
    if (lastBlockFill < BlockPool.BLOCK_LENGTH) {
      return true;
    }
    Optional<byte[]> block = pool.take();
    block.ifPresent(
        taken -> {
          blocks.add(taken);
          lastBlockFill = 0;
        });
    return block.isPresent();
  }

  @Override
  public long length() {
    long inMemory =
        blocks.isEmpty() ? 0 : (blocks.size() - 1L) * BlockPool.BLOCK_LENGTH + lastBlockFill;
    return inMemory + (overflow == null ? 0 : overflow.length());
  }

  @Override
  public synchronized InputStream open() throws IOException {
    if (closed) {
      throw new IOException("the buffer was released");
    }
    List<InputStream> streams = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      int fill = i == blocks.size() - 1 ? lastBlockFill : BlockPool.BLOCK_LENGTH;
      streams.add(new ByteArrayInputStream(blocks.get(i), 0, fill));
    }
    if (overflow != null) {
      streams.add(overflow.open());
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  /** Returns the memory and removes the file. Repeated calls have no effect. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      blocks.forEach(pool::giveBack);
      blocks.clear();
      if (overflow != null) {
        overflow.close();
      }
    }
  }
}
