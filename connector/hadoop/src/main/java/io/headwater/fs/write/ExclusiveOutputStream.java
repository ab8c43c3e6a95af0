package io.headwater.fs.write;

import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/**
 * Writes a short file that becomes visible atomically on close, unless another writer has created
 * it. Its bytes are buffered in memory.
 */
public final class ExclusiveOutputStream extends WholeFileStream {
  private final ExclusiveFiles files;
  private final Path path;

  private ExclusiveOutputStream(ExclusiveFiles files, Path path) {
    this.files = files;
    this.path = path;
  }

  /** Opens a new file. */
  public static OutputStream open(ExclusiveFiles files, Path path) {
    return new ExclusiveOutputStream(files, path);
  }

  /**
   * Creates the file.
   *
   * @throws FileAlreadyExistsException if another writer has created it or is about to
   */
  @Override
  void store(byte[] content) throws IOException {
    files.put(path, Content.of(content));
  }
}
