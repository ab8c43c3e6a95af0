package io.headwater.fs.write;

import io.headwater.commit.manifest.ContentReader;
import io.headwater.commit.manifest.FileContent;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The last bytes of a file that is being written, for its format's reader. */
final class FileTail {
  private static final int MOST = 64 << 10;
  private static final List<ContentReader> READERS =
      ServiceLoader.load(ContentReader.class, FileTail.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private final ContentReader reader;
  private final byte[] ring = new byte[MOST];
  private long length;

  private FileTail(ContentReader reader) {
    this.reader = reader;
  }

  /** The tail of a file with this name, or empty if no reader supports it. */
  static Optional<FileTail> of(String name) {
    return READERS.stream().filter(each -> each.isFor(name)).findFirst().map(FileTail::new);
  }

  void write(byte[] bytes, int offset, int count) {
    int skipped = Math.max(0, count - MOST);
    int position = (int) ((length + skipped) % MOST);
    int first = Math.min(count - skipped, MOST - position);
    System.arraycopy(bytes, offset + skipped, ring, position, first);
    System.arraycopy(bytes, offset + skipped + first, ring, 0, count - skipped - first);
    length += count;
  }

  /** The file's content statistics, after the last write. */
  Optional<FileContent> content() {
    int kept = (int) Math.min(length, MOST);
    byte[] tail = new byte[kept];
    int start = (int) ((length - kept) % MOST);
    int first = Math.min(kept, MOST - start);
    System.arraycopy(ring, start, tail, 0, first);
    System.arraycopy(ring, 0, tail, first, kept - first);
    return reader.read(tail, length);
  }
}
