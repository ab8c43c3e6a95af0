package io.headwater.fs.list;

import io.headwater.commit.PendingObject;
import io.headwater.commit.attempt.AttemptName;
import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.cache.DirectoryProbeCache;
import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * Finds the file or folder at a path, with as few requests as possible.
 *
 * <p>One listing from the path's key shows the object, the folder, or the attempts of the named
 * part, whichever exists. Only if it shows nothing, a HEAD follows, because a listing may be stale.
 * A key with an attempt is requested by HEAD.
 */
public final class StatusLookup {
  /** Enough for the siblings with the same prefix. More siblings cost two requests. */
  private static final int PROBE_LIMIT = 100;

  /** MapReduce's and Spark's names of numbered parts. */
  private static final Pattern NUMBERED_PART = Pattern.compile(".*-\\d{5}[^/]*[._][^/]*");

  private final ListContext context;
  private final Bucket bucket;
  private final ColumnarLookup columnar;
  private final MarkerStatus markers;
  private final AttemptLookup attempts;

  public StatusLookup(ListContext context, ColumnarLookup columnar) {
    this.context = context;
    this.bucket = context.bucket();
    this.columnar = columnar;
    this.markers = new MarkerStatus(context, this);
    this.attempts = new AttemptLookup(bucket);
  }

  /**
   * The status of a path for programs that will read it, or rename an attempt's part to it. A
   * cached part needs no request. A part that a pending attempt will publish does not exist yet,
   * but its folder does.
   *
   * @throws FileNotFoundException if nothing exists there
   */
  public HeadwaterFileStatus status(Path path) throws IOException {
    String key = bucket.paths().key(path);
    Optional<ObjectInfo> known = bucket.known().find(key).or(() -> context.footers().find(key));
    if (known.isPresent()) {
      return fileStatus(path, known.get());
    }
    if (bucket.pending().isTarget(key)) {
      throw notFound(path);
    }
    if (bucket.pending().isFolderOfTarget(key)) {
      return HeadwaterFileStatus.ofFolder(path);
    }
    if (context.probed().isThere(PathKeys.folderPrefix(key))) {
      return HeadwaterFileStatus.ofFolder(path);
    }
    Optional<HeadwaterFileStatus> part = columnarPart(path, key);
    if (part.isPresent()) {
      return part.get();
    }
    Optional<HeadwaterFileStatus> found = isSeenMissing(key) ? Optional.empty() : find(path);
    if (found.isEmpty()) {
      context.missing().note(key);
      throw notFound(path);
    }
    return found.get();
  }

  /**
   * The same for programs that list a path. Spark takes a missing path for one without rows, so a
   * HEAD decides whether a file is missing or its listing is late.
   */
  HeadwaterFileStatus listed(Path path) throws IOException {
    try {
      return status(path);
    } catch (FileNotFoundException missing) {
      return stored(path, bucket.paths().key(path)).orElseThrow(() -> missing);
    }
  }

  private Optional<HeadwaterFileStatus> stored(Path path, String key) throws IOException {
    if (AttemptName.parse(key).isPresent() || bucket.pending().isTarget(key)) {
      return Optional.empty(); // Its manifest decides, or the commit of its task.
    }
    Optional<ObjectInfo> object = bucket.stored(key);
    return object.isPresent()
        ? Optional.of(markers.status(path, object.get(), true))
        : Optional.empty();
  }

  /**
   * The status of a columnar file, by a request for its last bytes, which the caller is about to
   * read. Not used for names that a folder may also have.
   */
  private Optional<HeadwaterFileStatus> columnarPart(Path path, String key) throws IOException {
    return NUMBERED_PART.matcher(key).matches()
            && AttemptName.parse(key).isEmpty()
            && TemporaryKey.parse(key).isEmpty()
        ? columnar.find(key).map(object -> fileStatus(path, object))
        : Optional.empty();
  }

  /** Whether a folder's listing shows that no streaming query writes it. */
  private boolean isSeenMissing(String key) throws IOException {
    String suffix = "/" + DirectoryProbeCache.LOG;
    if (!key.endsWith(suffix)
        || !bucket.store().capabilities().contains(Capability.CONSISTENT_LISTING)) {
      return false;
    }
    String folder = key.substring(0, key.length() - DirectoryProbeCache.LOG.length());
    ListPage page = context.probed().probe(bucket.store(), folder);
    return page.next().isEmpty()
        && !page.prefixes().contains(key + "/")
        && page.objects().stream().noneMatch(object -> object.key().startsWith(key));
  }

  /** The exception for a path at which nothing exists. */
  public static FileNotFoundException notFound(Path path) {
    return new FileNotFoundException("no object and no folder at " + path);
  }

  /** The current file or folder at a path, if any. */
  public Optional<HeadwaterFileStatus> find(Path path) throws IOException {
    String key = bucket.paths().key(path);
    Optional<PendingObject> pending = bucket.pending().object(key);
    if (pending.isPresent()) {
      return pending.map(object -> pendingStatus(path, object));
    }
    if (bucket.pending().isFolder(key)) {
      return Optional.of(HeadwaterFileStatus.ofFolder(path));
    }
    if (bucket.pending().temporary(key).filter(TemporaryKey::isOnlyPending).isPresent()) {
      return Optional.empty();
    }
    if (key.isEmpty()) {
      // Only checks that the bucket exists.
      bucket.store().list(ListOptions.children("").withLimit(1));
      return Optional.of(HeadwaterFileStatus.ofFolder(path));
    }
    return AttemptName.parse(key).isPresent() ? findAttempt(path, key) : findNamed(path, key);
  }

  private HeadwaterFileStatus pendingStatus(Path path, PendingObject pending) {
    return HeadwaterFileStatus.ofPending(
        path, pending.writer().length(), context.blockSize(), pending.created().toEpochMilli());
  }

  private Optional<HeadwaterFileStatus> findAttempt(Path path, String key) throws IOException {
    Optional<ObjectInfo> object = attempts.object(key);
    object.ifPresent(bucket.known()::note);
    return object.isPresent()
        ? object.map(found -> fileStatus(path, found))
        : folderStatus(path, isFolder(key));
  }

  private Optional<HeadwaterFileStatus> findNamed(Path path, String key) throws IOException {
    ListPage page =
        bucket.store().list(new ListOptions(key, true, "", PROBE_LIMIT, Optional.empty()));
    for (ObjectInfo object : page.objects()) {
      if (object.key().equals(key)) {
        boolean marks = page.prefixes().contains(key + "/") && FolderMarkers.maybe(object);
        return Optional.of(
            marks
                ? HeadwaterFileStatus.ofMarkedFolder(path, key)
                : markers.status(path, object, page.next().isPresent()));
      }
    }
    Optional<HeadwaterFileStatus> marked = MarkerStatus.ofS3n(path, key, page);
    if (marked.isPresent()) {
      return marked;
    }
    if (page.prefixes().contains(key + "/")) {
      return folderStatus(path, true);
    }
    Optional<ObjectInfo> part = AttemptLookup.survivor(key, page.objects());
    if (part.isPresent()) {
      return part.map(object -> fileStatus(path, object));
    }
    return findUnlisted(path, key, page.next().isPresent());
  }

  private Optional<HeadwaterFileStatus> findUnlisted(Path path, String key, boolean pageWasCut)
      throws IOException {
    if (!bucket.store().capabilities().contains(Capability.CONSISTENT_LISTING)) {
      Optional<HeadwaterFileStatus> stored = stored(path, key);
      if (stored.isPresent()) {
        return stored;
      }
    }
    if (pageWasCut && isFolder(key)) {
      return folderStatus(path, true);
    }
    return pageWasCut || NUMBERED_PART.matcher(key).matches()
        ? attempts.survivor(key).map(found -> fileStatus(path, found))
        : Optional.empty();
  }

  /** Whether anything exists under a key, by a request. */
  public boolean isFolder(String key) throws IOException {
    ObjectStore store = bucket.store();
    ListOptions options = ListOptions.tree(PathKeys.folderPrefix(key)).withLimit(1);
    ListPage page = store.list(options);
    while (page.objects().isEmpty() && page.next().isPresent()) {
      page = store.list(options.after(page.next().get()));
    }
    return !page.objects().isEmpty();
  }

  /** Whether a folder contains a committed object. */
  public boolean hasContent(Path folder) throws IOException {
    return Listing.stored(context, folder).hasNext();
  }

  private HeadwaterFileStatus fileStatus(Path path, ObjectInfo object) {
    return HeadwaterFileStatus.ofObject(path, object, context.blockSize());
  }

  private static Optional<HeadwaterFileStatus> folderStatus(Path path, boolean there) {
    return there ? Optional.of(HeadwaterFileStatus.ofFolder(path)) : Optional.empty();
  }
}
