package io.headwater.fs.write;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/** Collects the options of creating a file. Without a {@link CreateCondition} as in Hadoop. */
public final class CreateFileBuilder
    extends FSDataOutputStreamBuilder<FSDataOutputStream, CreateFileBuilder> {
  /** The options that may be mandatory. Every file is created by closing its stream. */
  private static final Set<String> OPTIONS =
      Set.of(
          CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE,
          CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG,
          CreateFileOptionKeys.FS_OPTION_CREATE_IN_CLOSE);

  private final Creator creator;

  /** Creates a file on a condition. */
  @FunctionalInterface
  public interface Creator {
    FSDataOutputStream create(Path path, CreateCondition condition) throws IOException;
  }

  /** A builder that overwrites by default, as Hadoop's. */
  public CreateFileBuilder(FileSystem fileSystem, Path path, Creator creator) {
    super(fileSystem, path);
    this.creator = creator;
    create().overwrite(true);
  }

  @Override
  public CreateFileBuilder getThisBuilder() {
    return this;
  }

  /**
   * Creates the file.
   *
   * @throws IllegalArgumentException if a mandatory option is unknown, or a condition is invalid
   */
  @Override
  public FSDataOutputStream build() throws IOException {
    rejectUnknownMandatoryKeys(getMandatoryKeys(), OPTIONS, "for " + getPath());
    if (!getFlags().contains(CreateFlag.CREATE) && !getFlags().contains(CreateFlag.OVERWRITE)) {
      throw new PathIOException(getPath().toString(), "Specify create or overwrite");
    }
    Optional<CreateCondition> condition = CreateCondition.of(getOptions());
    if (condition.isPresent()) {
      return creator.create(getPath(), condition.get());
    }
    return isRecursive() ? createWithParents() : createInFolder();
  }

  private FSDataOutputStream createWithParents() throws IOException {
    return getFS()
        .create(
            getPath(),
            getPermission(),
            getFlags(),
            getBufferSize(),
            getReplication(),
            getBlockSize(),
            getProgress(),
            getChecksumOpt());
  }

  private FSDataOutputStream createInFolder() throws IOException {
    return getFS()
        .createNonRecursive(
            getPath(),
            getPermission(),
            getFlags(),
            getBufferSize(),
            getReplication(),
            getBlockSize(),
            getProgress());
  }
}
