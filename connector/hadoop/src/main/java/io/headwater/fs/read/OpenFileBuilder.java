package io.headwater.fs.read;

import io.headwater.fs.config.Settings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.FutureDataInputStreamBuilderImpl;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * Collects the options of opening a file, and checks its numbers. Hadoop's builder would report an
 * invalid number without the option's name.
 */
public final class OpenFileBuilder extends FutureDataInputStreamBuilderImpl {
  private static final List<String> NUMBERS =
      List.of(
          OpenFileOptions.FS_OPTION_OPENFILE_LENGTH,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END,
          OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE);

  private final Opener opener;

  /** Opens a file. */
  @FunctionalInterface
  public interface Opener {
    CompletableFuture<FSDataInputStream> open(Path path, OpenFileParameters parameters)
        throws IOException;
  }

  public OpenFileBuilder(FileSystem fileSystem, Path path, Opener opener) {
    super(fileSystem, path);
    this.opener = opener;
  }

  /**
   * Opens the file.
   *
   * @throws IllegalArgumentException if an option that requires a number is not one
   */
  @Override
  public CompletableFuture<FSDataInputStream> build() throws IOException {
    NUMBERS.forEach(this::requireNumber);
    return opener.open(
        getPath(),
        new OpenFileParameters()
            .withMandatoryKeys(getMandatoryKeys())
            .withOptionalKeys(getOptionalKeys())
            .withOptions(getOptions())
            .withStatus(getStatus()));
  }

  /** Callers pass numbers of any type, including doubles. */
  private void requireNumber(String option) {
    Configuration options = getOptions();
    try {
      options.getDouble(option, 0);
    } catch (NumberFormatException e) {
      throw new Settings.Found(option, options.get(option)).isNot("a number of bytes", e);
    }
  }
}
