package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What was in a folder when Spark asked whether a streaming query writes it, as it does of every
 * folder that it is about to read (FileStreamSink.hasMetadata). It asks then whether the folder is
 * there, and lists it: one listing answers all three. A thread gets no listing from before it asked
 * itself, and none twice, and nobody one from before this file system changed anything.
 */
final class ProbedFolder {
  /** What Spark asks for. */
  static final String LOG = "_spark_metadata";

  /** Spark has listed the folder by then. */
  private static final Duration READ = Duration.ofSeconds(2);

  private final LongSupplier changes;
  private final ThreadLocal<Probe> own = new ThreadLocal<>();
  private volatile Probe last;

  private record Probe(String prefix, ListPage page, long moment, long change) {}

  /**
   * @param changes how often this file system has changed the bucket
   */
  ProbedFolder(LongSupplier changes) {
    this.changes = changes;
  }

  private boolean isOf(Probe probe, String folder) {
    return probe.prefix().equals(folder)
        && probe.change() == changes.getAsLong()
        && System.nanoTime() - probe.moment() < READ.toNanos();
  }

  /** Lists a folder in which the log of a streaming query would be. */
  ListPage probe(Bucket bucket, String prefix) throws IOException {
    long moment = System.nanoTime();
    long change = changes.getAsLong();
    ListPage page = bucket.store().list(ListOptions.children(prefix));
    Probe probe = new Probe(prefix, page, moment, change);
    own.set(probe);
    last = probe;
    return probe.page();
  }

  /** Whether a folder was just seen to have something in it, by whichever thread. */
  boolean isThere(String prefix) {
    Probe seen = last;
    return seen != null && isOf(seen, prefix) && !isEmpty(seen.page());
  }

  private static boolean isEmpty(ListPage page) {
    return page.objects().isEmpty() && page.prefixes().isEmpty();
  }

  /** All of a folder, once, if this thread has just probed it and a page was enough for it. */
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
