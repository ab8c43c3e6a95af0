package io.headwater.fs.write;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.commit.dataset.EntryChanges;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.config.Visibility;
import io.headwater.fs.list.StatusLookup;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.upload.ObjectWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsDirectoryException;

/**
 * Creates files. Under a temporary name it sends no request: the file becomes {@link
 * io.headwater.commit.PendingOutput}. Elsewhere it checks that no folder exists there or, without
 * overwrite, that nothing exists there.
 */
public final class FileCreator {
  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final ExclusiveFiles exclusive;

  public FileCreator(WriteContext context, StatusLookup lookup, ExclusiveFiles exclusive) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
    this.exclusive = exclusive;
  }

  /**
   * Creates a file.
   *
   * @throws FileAlreadyExistsException if a folder exists there or, without overwrite, anything
   */
  public FSDataOutputStream create(Path path, boolean overwrite) throws IOException {
    String key = bucket.paths().key(path);
    Optional<TemporaryKey> temporary = bucket.pending().temporary(key);
    if (temporary.filter(TemporaryKey::isOnlyPending).isPresent()) {
      requireFile(path, key, temporary.get());
      if (!overwrite && bucket.pending().object(key).isPresent()) {
        throw new FileAlreadyExistsException(path + " was already written by this attempt");
      }
      return createPending(path, key, temporary.get());
    }
    requireFree(path, key, overwrite);
    Optional<String> committed = ManifestKeys.rootOfBase(key);
    if (overwrite && committed.isPresent()) {
      return new FSDataOutputStream(
          new SuccessFileStream(context, committed.get()), context.usage().statistics());
    }
    PutMode condition = overwrite ? PutMode.OVERWRITE : PutMode.CREATE_IF_ABSENT;
    return visibleOnClose(path, key, condition, Set.of());
  }

  /**
   * Creates a file if a condition is true when the stream is closed. Until then it sends no request
   * about the path, and does not check whether a folder exists there.
   */
  public FSDataOutputStream createIf(Path path, CreateCondition condition) throws IOException {
    String key = bucket.paths().key(path);
    if (key.isEmpty() || bucket.pending().temporary(key).isPresent()) {
      condition.requireNoEtag(path);
      return create(path, false);
    }
    if (condition.mode() instanceof PutMode.ReplaceIfMatch) {
      new ManifestProtection(context).requireNoManifest(key, "by a conditional create");
    }
    return visibleOnClose(path, key, condition.mode(), Set.of(condition.option()));
  }

  private FSDataOutputStream visibleOnClose(
      Path path, String key, PutMode condition, Set<String> capabilities) throws IOException {
    bucket.known().forget(key);
    PutOptions options = new PutOptions(exclusive.supported(path, condition), Map.of());
    ObjectWriter writer = ObjectWriter.to(bucket.store(), context.uploads(), key, options);
    EntryChanges changes = new EntryChanges(bucket.commits(), bucket.datasets());
    HeadwaterOutputStream.Publication publication =
        closed -> changes.add(List.of(exclusive.publish(path, condition, closed::publish)));
    return new FSDataOutputStream(
        new HeadwaterOutputStream(
            writer, path, publication, context.usage().counts(), capabilities),
        context.usage().statistics());
  }

  /** No program renames a file with a job folder's name, so it would never be stored. */
  private static void requireFile(Path path, String key, TemporaryKey temporary)
      throws PathIOException {
    if (temporary.isJobsFolder(key)) {
      throw new PathIOException(
          path.toString(),
          "cannot create a file here: this name is reserved for a job's committer. "
              + "Use another name");
    }
  }

  /** Appends to an empty file, by writing it. No other file can be appended to. */
  public FSDataOutputStream append(Path path) throws IOException {
    HeadwaterFileStatus found = lookup.find(path).orElseThrow(() -> StatusLookup.notFound(path));
    if (found.isDirectory()) {
      throw new PathIsDirectoryException(path.toString());
    }
    if (found.getLen() > 0) {
      throw new UnsupportedOperationException(
          "objects do not support append; write another object next to " + path);
    }
    return create(path, true);
  }

  private FSDataOutputStream createPending(Path path, String key, TemporaryKey temporary)
      throws IOException {
    ObjectWriter writer = pendingWriter(temporary);
    bucket.pending().add(key, temporary, writer, bucket.store());
    Optional<HeadwaterOutputStream.Watcher> watcher =
        temporary
            .publishedKey()
            .filter(published -> GovernedName.parse(published).isPresent())
            .flatMap(FileTail::of)
            .map(
                tail ->
                    new HeadwaterOutputStream.Watcher(
                        tail, content -> bucket.pending().note(key, content)));
    return new FSDataOutputStream(
        HeadwaterOutputStream.pending(writer, path, context.usage().counts(), watcher),
        context.usage().statistics());
  }

  private ObjectWriter pendingWriter(TemporaryKey temporary) {
    Optional<String> published = temporary.publishedKey();
    if (published.flatMap(ManifestKeys::rootOfBase).isPresent() || published.isEmpty()) {
      // The rename checks a future manifest's content, so its bytes are buffered here.
      return ObjectWriter.unnamed(bucket.store(), context.uploads(), PutOptions.OVERWRITE);
    }
    if (context.visibility() == Visibility.JOB && GovernedName.parse(published.get()).isPresent()) {
      return ObjectWriter.toUpload(
          bucket.store(), context.uploads(), published.get(), PutOptions.OVERWRITE);
    }
    // Only a key with an attempt is unique to its writer.
    return temporary.attempt().isPresent()
        ? ObjectWriter.toOwn(
            bucket.store(), context.uploads(), published.get(), PutOptions.OVERWRITE)
        : ObjectWriter.to(bucket.store(), context.uploads(), published.get(), PutOptions.OVERWRITE);
  }

  private void requireFree(Path path, String key, boolean overwrite) throws IOException {
    if (key.isEmpty()) {
      throw new FileAlreadyExistsException("cannot create " + path + ": it is the root");
    }
    if (overwrite && ManifestKeys.rootOfBase(key).isPresent()) {
      return; // A folder never has this name.
    }
    boolean folder = false;
    if (overwrite) {
      folder = bucket.pending().isFolder(key) || lookup.isFolder(key);
    } else {
      Optional<HeadwaterFileStatus> found = lookup.find(path);
      if (found.isPresent() && found.get().isFile()) {
        throw new FileAlreadyExistsException(path + " exists already");
      }
      folder = found.isPresent();
    }
    if (folder) {
      throw new FileAlreadyExistsException("cannot create " + path + ": it is a folder");
    }
  }
}
