package io.headwater.fs.read;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.ObjectStatus;
import io.headwater.fs.cache.FooterCache;
import io.headwater.fs.config.OptionNames;
import io.headwater.fs.list.FolderMarkers;
import io.headwater.fs.list.StatusLookup;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * Opens files without a status request. If nothing is known of a file, its first GET is sent at
 * once, which reports errors as well as a status request would.
 */
public final class FileOpener {
  private final ReadContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;

  public FileOpener(ReadContext context, StatusLookup lookup) {
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
  }

  /** Opens a file without information about the reader. */
  public FSDataInputStream open(Path path) throws IOException {
    return open(path, ReadAhead.adaptive(path.getName()), Optional.empty());
  }

  /** Opens a file with the reader's knowledge and intent. */
  public FSDataInputStream open(Path path, OpenFileParameters parameters) throws IOException {
    ReadAhead readAhead = ReadAhead.of(path.getName(), parameters);
    FileStatus status = parameters.getStatus();
    if (status != null && !status.getPath().getName().equals(path.getName())) {
      // According to Hadoop's specification of openFile, only the names must match.
      throw new IllegalArgumentException(
          path + " cannot be opened with the status of another file, " + status.getPath());
    }
    Optional<String> etag =
        Optional.of(parameters.getOptions().get(OptionNames.ETAG, ""))
            .filter(text -> !text.isEmpty());
    if (status instanceof ObjectStatus ours && !ours.key().isEmpty()) {
      Optional<String> wanted = etag.or(() -> Optional.of(ours.getEtag()));
      return stream(path, ours.key(), readAhead, status.getLen(), wanted);
    }
    long length =
        status == null
            // Callers pass any type of number, including doubles.
            ? (long)
                parameters
                    .getOptions()
                    .getDouble(Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, -1)
            : status.getLen();
    String key = bucket.paths().key(path);
    // The ETag of an entry is in its manifest, and each request must require it.
    return length < 0 || GovernedName.rootOf(key).isPresent()
        ? open(path, readAhead, etag)
        : stream(path, key, readAhead, length, etag);
  }

  private FSDataInputStream open(Path path, ReadAhead readAhead, Optional<String> etag)
      throws IOException {
    String key = bucket.paths().key(path);
    Optional<ObjectInfo> cached = bucket.known().find(key);
    Optional<ObjectInfo> known = cached.isPresent() ? cached : knownElsewhere(key);
    if (known.isPresent()) {
      Optional<String> wanted = etag.or(() -> Optional.of(known.get().etag()));
      ObjectReads reads = reads(path, key, readAhead, known.get().length(), wanted);
      // Another program may have replaced the object, unless it is an entry of a manifest.
      boolean mayDiffer = cached.isPresent() && GovernedName.parse(key).isEmpty();
      return stream(etag.isEmpty() && mayDiffer ? reads.ofCached() : reads);
    }
    requireUnknown(path, key);
    try {
      return sendFirst(path, key, readAhead, etag);
    } catch (FileNotFoundException e) {
      HeadwaterFileStatus part = part(path, e);
      Optional<String> wanted = etag.or(() -> Optional.of(part.getEtag()));
      return stream(path, part.key(), readAhead, part.getLen(), wanted);
    }
  }

  /** Refuses an unknown key that cannot be a file's. */
  public void requireUnknown(Path path, String key) throws IOException {
    if (key.isEmpty()) {
      throw isFolder(path);
    }
    if (TemporaryKey.parse(key).isPresent() && bucket.pending().object(key).isPresent()) {
      throw new PathIOException(
          path.toString(), "it is being written. It can be read after its task has committed");
    }
    if (isUncommitted(key)) {
      throw new FileNotFoundException(
          path
              + " is not in its dataset: no manifest lists it, because its job did not "
              + "commit");
    }
  }

  /** Whether an unknown object is governed by a dataset without being an entry of it. */
  private boolean isUncommitted(String key) throws IOException {
    return GovernedName.rootOf(key).isPresent()
        || bucket.datasets().governing(key).filter(it -> it.object(key).isEmpty()).isPresent();
  }

  /** The metadata of a part from the cache or a manifest. */
  public Optional<ObjectInfo> known(String key) throws IOException {
    Optional<ObjectInfo> cached = bucket.known().find(key);
    return cached.isPresent() ? cached : knownElsewhere(key);
  }

  private Optional<ObjectInfo> knownElsewhere(String key) throws IOException {
    Optional<ObjectInfo> seen = context.footers().find(key);
    return seen.isPresent() ? seen : bucket.datasets().entry(key);
  }

  private FSDataInputStream sendFirst(
      Path path, String key, ReadAhead readAhead, Optional<String> etag) throws IOException {
    ObjectReads reads = new ObjectReads(context, key, Optional::empty, readAhead, -1, etag);
    FooterCache.Question question = context.footers().begin();
    ObjectBody body = reads.first();
    if (FolderMarkers.maybe(body.info()) && marksFolder(body.info())) {
      body.close();
      throw isFolder(path);
    }
    bucket.known().note(body.info());
    if (ReadAhead.isColumnar(key)) {
      question.note(body.info());
    }
    return new FSDataInputStream(HeadwaterInputStream.begun(context, reads, body));
  }

  /**
   * No object exists under the path's key. It may be a folder, or name a part without an attempt.
   */
  public HeadwaterFileStatus part(Path path, FileNotFoundException cause) throws IOException {
    Optional<HeadwaterFileStatus> found = lookup.find(path);
    if (found.isEmpty()) {
      FileNotFoundException missing = StatusLookup.notFound(path);
      missing.initCause(cause);
      throw missing;
    }
    if (found.get().isDirectory()) {
      throw isFolder(path);
    }
    return found.get();
  }

  /** A stream of a known object. It sends its first request when it is read. */
  FSDataInputStream stream(
      Path path, String key, ReadAhead readAhead, long length, Optional<String> etag) {
    return stream(reads(path, key, readAhead, length, etag));
  }

  private ObjectReads reads(
      Path path, String key, ReadAhead readAhead, long length, Optional<String> etag) {
    return new ObjectReads(context, key, () -> lookup.find(path), readAhead, length, etag);
  }

  private FSDataInputStream stream(ObjectReads reads) {
    return new FSDataInputStream(new HeadwaterInputStream(context, reads));
  }

  /** Whether an empty object marks a folder. The answer to a GET has its media type. */
  private boolean marksFolder(ObjectInfo object) throws IOException {
    return object.isDirectory() || lookup.isFolder(object.key());
  }

  private static FileNotFoundException isFolder(Path path) {
    return new FileNotFoundException("cannot open " + path + ": it is a folder");
  }
}
