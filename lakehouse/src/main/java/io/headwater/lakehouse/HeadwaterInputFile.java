package io.headwater.lakehouse;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file that Iceberg reads. If its length is known, it is opened without a request. */
final class HeadwaterInputFile implements InputFile {
  /** The length of a file whose length is unknown. */
  static final long UNKNOWN = -1;

  private final FileSystem files;
  private final String location;
  private long length;

  /**
   * @param length in bytes, or {@link #UNKNOWN}
   */
  HeadwaterInputFile(FileSystem files, String location, long length) {
    this.files = files;
    this.location = location;
    this.length = length;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public synchronized long getLength() {
    if (length == UNKNOWN) {
      try {
        length = files.getFileStatus(new Path(location)).getLen();
      } catch (IOException e) {
        throw failed(e);
      }
    }
    return length;
  }

  @Override
  public boolean exists() {
    try {
      return files.exists(new Path(location));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      FutureDataInputStreamBuilder builder = files.openFile(new Path(location));
      if (length != UNKNOWN) {
        builder.opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length));
      }
      FSDataInputStream stream = builder.build().join();
      return new RangeInputStream(stream, this::getLength);
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException failure ? failed(failure) : e;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private RuntimeException failed(IOException e) {
    return e instanceof FileNotFoundException
        ? new NotFoundException(e, "%s does not exist", location)
        : new UncheckedIOException(e);
  }

  @Override
  public String toString() {
    return location;
  }
}
