package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The content of a folder when Spark checked whether a streaming query writes it. Spark does this
 * for every folder before it reads it (FileStreamSink.hasMetadata). Then it checks that the folder
 * exists, and lists it. One listing answers all three. A thread receives no listing older than its
 * own check, and none twice. No thread receives one from before a change by this file system.
 */
final class DirectoryProbeCache {
  /** The name that Spark looks for. */
  static final String LOG = "_spark_metadata";

  /** Spark has listed the folder by then. */
  private static final Duration READ = Duration.ofSeconds(2);

  private final LongSupplier changes;
  private final ThreadLocal<Probe> own = new ThreadLocal<>();
  private volatile Probe last;

  private record Probe(String prefix, ListPage page, long moment, long change) {}

  /**
   * @param changes counts this file system's changes of the bucket
   */
  DirectoryProbeCache(LongSupplier changes) {
    this.changes = changes;
  }

  private boolean isOf(Probe probe, String folder) {
    return probe.prefix().equals(folder)
        && probe.change() == changes.getAsLong()
        && System.nanoTime() - probe.moment() < READ.toNanos();
  }

  /** Lists a folder that would contain a streaming query's log. */
  ListPage probe(FileSystemContext bucket, String prefix) throws IOException {
    long moment = System.nanoTime();
    long change = changes.getAsLong();
    ListPage page = bucket.store().list(ListOptions.children(prefix));
    Probe probe = new Probe(prefix, page, moment, change);
    own.set(probe);
    last = probe;
    return probe.page();
  }

  /** Whether any thread just saw that a folder is not empty. */
  boolean isThere(String prefix) {
    Probe seen = last;
    return seen != null && isOf(seen, prefix) && !isEmpty(seen.page());
  }

  private static boolean isEmpty(ListPage page) {
    return page.objects().isEmpty() && page.prefixes().isEmpty();
  }

  /**
   * The complete listing of a folder, once, if this thread has just probed it and it has one page.
   */
  Optional<ListPage> take(ListOptions options) {
    Probe probe = own.get();
    own.remove();
    return Optional.ofNullable(probe)
        .filter(seen -> isOf(seen, options.prefix()) && seen.page().next().isEmpty())
        .filter(seen -> options.rolledUp() || seen.page().prefixes().isEmpty())
        .filter(seen -> options.token().isEmpty() && options.startAfter().isEmpty())
        .map(Probe::page);
  }
}
