package io.headwater.lakehouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delta.storage.HadoopFileSystemLogStore;
import io.headwater.commit.ExclusivePut;
import io.headwater.fs.HeadwaterFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * The log of a Delta Lake table on Headwater's file systems. Of any number of writers that commit a
 * version, in any number of processes, exactly one succeeds, without a lock service.
 *
 * <p>Delta Lake creates it if {@code spark.delta.logStore.SCHEME.impl} names it, for Kernel {@code
 * io.delta.kernel.logStore.SCHEME.impl}. See Delta Lake's "Storage configuration".
 */
public final class HeadwaterLogStore extends HadoopFileSystemLogStore {
  /** Delta Lake calls it by reflection. */
  public HeadwaterLogStore(Configuration configuration) {
    super(configuration);
  }

  /**
   * Writes a file of lines, which becomes visible as a whole.
   *
   * @throws FileAlreadyExistsException if it must not overwrite and the file exists, or another
   *     writer is about to create it
   * @throws io.headwater.commit.CommitStateUnknownException if it is unknown whether the file was
   *     created
   */
  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration configuration)
      throws IOException {
    HeadwaterFileSystem files = fileSystem(path, configuration);
    // All actions are made first, because a closed stream publishes its file.
    byte[] content = lines(actions);
    try (FSDataOutputStream file =
        overwrite ? files.create(path, true) : files.createExclusively(path)) {
      file.write(content);
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException(path.toString(), null, e.getMessage());
      exists.initCause(e);
      throw exists;
    }
  }

  private static byte[] lines(Iterator<String> actions) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    while (actions.hasNext()) {
      lines.writeBytes((actions.next() + "\n").getBytes(UTF_8));
    }
    return lines.toByteArray();
  }

  /**
   * The files of the path's folder from its name on, in the order of their names. Files before it
   * cost no request.
   *
   * @throws java.io.FileNotFoundException if the folder does not exist
   */
  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration configuration) throws IOException {
    List<FileStatus> found = new ArrayList<>();
    RemoteIterators.foreach(fileSystem(path, configuration).listStatusFrom(path), found::add);
    // A claim is next to a file while it is created, and remains if its writer died.
    found.removeIf(each -> ExclusivePut.isClaim(each.getPath().toUri().getPath()));
    return found.iterator();
  }

  /** No: files become visible when they are complete. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return false;
  }

  private static HeadwaterFileSystem fileSystem(Path path, Configuration configuration)
      throws IOException {
    String setting = "delta.logStore.%s.impl".formatted(path.toUri().getScheme());
    return FileSystems.ours(path, configuration, "Remove " + setting);
  }
}
