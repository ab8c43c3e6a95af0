package io.headwater.store.upload;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Bytes that did not fit into memory, appended to a local file that only its owner can read. */
final class BufferFile implements Closeable {
  private final Path path;
  private final FileChannel channel;
  private long length;

  private BufferFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static BufferFile create(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      var ownerOnly =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      Path path = Files.createTempFile(directory, "headwater-", ".part", ownerOnly);
      return new BufferFile(path, FileChannel.open(path, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new BufferFolderException(directory, e);
    }
  }

  void append(byte[] bytes, int offset, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, count);
    try {
      while (buffer.hasRemaining()) {
        length += channel.write(buffer);
      }
    } catch (IOException e) {
      throw new BufferFolderException(path.getParent(), e);
    }
  }

  /**
   * Closes the file for writing. It may wait for long, and a process has a limited number of
   * descriptors.
   */
  void seal() throws IOException {
    channel.close();
  }

  long length() {
    return length;
  }

  InputStream open() throws IOException {
    return Channels.newInputStream(FileChannel.open(path, StandardOpenOption.READ));
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    }
  }
}
