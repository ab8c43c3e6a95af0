package io.headwater.fs.list;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.commit.dataset.DatasetFilter;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.cache.SkipIndexCache;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.concurrent.Ahead;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A folder's content, listed page by page on demand: its dataset's manifest entries, and other
 * programs' objects with one attempt of each part. The folder's own marker is omitted.
 *
 * <p>A caller that requests a second page usually reads to the end. From then on the next page is
 * requested while one is read.
 */
final class Listing implements RemoteIterator<HeadwaterFileStatus> {
  private final ListContext context;
  private final Bucket bucket;
  private final ListOptions options;
  private final Optional<ManifestListing> manifest;
  private final DatasetFilter filter;
  private final FolderMarkers markers = new FolderMarkers();
  private final boolean includesMarkers;
  private final String start;
  private final Deque<HeadwaterFileStatus> ready = new ArrayDeque<>();
  private Optional<ListOptions> next;
  private Optional<Ahead<ListPage>> ahead = Optional.empty();
  private Optional<ObjectInfo> index = Optional.empty();
  private boolean sawAnything;

  private Listing(
      ListContext context,
      ListOptions options,
      Optional<Map<String, DatasetState>> known,
      Optional<ManifestListing> manifest,
      boolean includesMarkers,
      String start) {
    this.context = context;
    this.bucket = context.bucket();
    this.includesMarkers = includesMarkers;
    this.start = AttemptName.beforeAttempt(start);
    this.options = options;
    this.next = Optional.of(options);
    this.manifest = manifest;
    this.filter = new DatasetFilter(bucket.store(), bucket.datasets(), options, known);
  }

  /** The direct children of a folder. */
  static Listing children(ListContext context, Path folder) throws IOException {
    return children(context, folder, "");
  }

  /** The direct children of a folder whose names have a prefix. */
  static Listing children(ListContext context, Path folder, String start) throws IOException {
    return of(context, folder, ListOptions.children(prefix(context, folder)), false, start);
  }

  /** The direct children of a folder, by listings that begin after a name. */
  static Listing childrenAfter(ListContext context, Path folder, String name) throws IOException {
    String prefix = prefix(context, folder);
    ListOptions options = ListOptions.children(prefix).withStartAfter(prefix + name);
    return of(context, folder, options, false, "");
  }

  /** The direct children of a folder in the store's own listing, for deletions. */
  static Listing stored(ListContext context, Path folder) {
    ListOptions children = ListOptions.children(prefix(context, folder));
    return new Listing(context, children, Optional.empty(), Optional.empty(), false, "");
  }

  /** Every object under a folder, without folders. */
  static Listing tree(ListContext context, Path folder) throws IOException {
    return of(context, folder, ListOptions.tree(prefix(context, folder)), false, "");
  }

  /**
   * Every object under a folder, and the folders below it that have a marker. Only names with a
   * prefix are needed. The result may contain some others.
   */
  static Listing walk(ListContext context, Path folder, String start) throws IOException {
    return of(context, folder, ListOptions.tree(prefix(context, folder)), true, start);
  }

  private static String prefix(ListContext context, Path folder) {
    return PathKeys.folderPrefix(context.bucket().paths().key(folder));
  }

  private static Listing of(
      ListContext context, Path folder, ListOptions options, boolean includesMarkers, String start)
      throws IOException {
    Optional<Map<String, DatasetState>> walked = SnapshotPath.statesAt(folder);
    Optional<ManifestListing> manifest = ManifestListing.find(context, folder, walked);
    return new Listing(
        context,
        options,
        manifest.map(ManifestListing::states).or(() -> walked),
        manifest,
        includesMarkers,
        start);
  }

  /** Whether the store's listing contains anything, including the folder's own marker. */
  boolean folderExists() throws IOException {
    return hasNext() || sawAnything;
  }

  @Override
  public boolean hasNext() throws IOException {
    while (ready.isEmpty() && next.isPresent()) {
      fetch(next.get());
    }
    return !ready.isEmpty();
  }

  @Override
  public HeadwaterFileStatus next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("the listing of " + options.prefix() + " has ended");
    }
    return ready.remove();
  }

  private ListPage page(ListOptions query) throws IOException {
    if (query != options) {
      Optional<Ahead<ListPage>> begun = ahead;
      ahead = Optional.empty();
      return begun.isPresent() ? begun.get().get() : bucket.store().list(query);
    }
    if (manifest.isPresent()) {
      return manifest.get().page(options);
    }
    Optional<ListPage> probed = context.probed().take(options);
    return probed.isPresent() ? probed.get() : bucket.store().list(options);
  }

  /**
   * The request after a page. A folder of several pages is listed only as far as needed. Its first
   * page was needed to detect a dataset.
   */
  private Optional<ListOptions> following(ListPage page, ListOptions query) {
    boolean jumps = query == options && !start.isEmpty();
    return page.next()
        .map(
            token -> jumps ? options.within(start).withStartAfter(last(page)) : query.after(token));
  }

  private static String last(ListPage page) {
    return page.objects().isEmpty() ? "" : page.objects().get(page.objects().size() - 1).key();
  }

  private void fetch(ListOptions query) throws IOException {
    ListPage page = page(query);
    Optional<ListOptions> following = following(page, query);
    Optional<Ahead<ListPage>> begun =
        query == options ? Optional.empty() : following.map(this::begin);
    ready.addAll(statuses(page, query, following.isEmpty()));
    next = following; // Set last, so that a failed page is requested again.
    ahead = begun;
  }

  private Ahead<ListPage> begin(ListOptions query) {
    return bucket.workers().ahead(() -> bucket.store().list(query));
  }

  private List<HeadwaterFileStatus> statuses(ListPage page, ListOptions query, boolean isLast)
      throws IOException {
    sawAnything |= !page.objects().isEmpty() || !page.prefixes().isEmpty();
    index = index.or(() -> SkipIndexCache.in(options.prefix(), page));
    if (isLast && manifest.isEmpty() && query.prefix().equals(options.prefix())) {
      context.indexes().note(options.prefix(), index);
    }
    List<ObjectInfo> counting = filter.accept(page);
    List<String> unlisted = isLast ? filter.unlistedFolders() : List.of();
    FolderMarkers.Sorted sorted = markers.accept(page, counting, unlisted);
    List<HeadwaterFileStatus> statuses = new ArrayList<>();
    sorted.files().forEach(object -> addObject(object, statuses));
    Stream.of(page.prefixes(), unlisted)
        .flatMap(List::stream)
        .forEach(each -> addFolder(each, statuses));
    if (options.rolledUp() || includesMarkers) {
      sorted.folders().forEach(each -> addFolder(each, statuses));
    }
    statuses.sort(Comparator.comparing(status -> status.getPath().toUri().getPath()));
    return statuses;
  }

  /** Adds a file, or a marker whose key ends in a slash. */
  private void addObject(ObjectInfo object, List<HeadwaterFileStatus> statuses) {
    if (!object.key().endsWith("/")) {
      bucket.known().note(object);
      Path path = bucket.paths().path(object.key());
      statuses.add(HeadwaterFileStatus.ofObject(path, object, context.blockSize()));
    } else if (includesMarkers && !object.key().equals(options.prefix())) {
      statuses.add(HeadwaterFileStatus.ofFolder(bucket.paths().path(object.key())));
    }
  }

  private void addFolder(String key, List<HeadwaterFileStatus> statuses) {
    Path folder = new SnapshotPath(bucket.paths().path(key), filter.states());
    statuses.add(HeadwaterFileStatus.ofFolder(folder));
  }
}
