package io.headwater.fs.read;

import io.headwater.fs.config.OptionNames;
import io.headwater.fs.config.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Set;
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
  /** The options that may be mandatory. Hadoop has such a set from 3.3.5 on. */
  public static final Set<String> OPTIONS =
      Set.of(
          OpenFileOptions.FS_OPTION_OPENFILE_BUFFER_SIZE,
          OpenFileOptions.FS_OPTION_OPENFILE_FOOTER_CACHE,
          OpenFileOptions.FS_OPTION_OPENFILE_LENGTH,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END,
          OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START,
          OptionNames.ETAG);

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
