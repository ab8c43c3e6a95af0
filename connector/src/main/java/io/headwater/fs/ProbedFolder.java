package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What was in a folder when Spark asked whether a streaming query writes it, as it does of every
 * folder that it is about to read (FileStreamSink.hasMetadata). It asks then whether the folder is
 * there, and lists it: one listing answers all three. A thread gets no listing from before it asked
 * itself, and none twice.
 */
final class ProbedFolder {
  /** What Spark asks for. */
  static final String LOG = "_spark_metadata";

  /** Spark has listed the folder by then. */
  private static final Duration READ = Duration.ofSeconds(2);

  private final ThreadLocal<Probe> own = new ThreadLocal<>();
  private volatile Probe last;

  private record Probe(String prefix, ListPage page, long moment) {
    boolean isOf(String folder) {
      return prefix.equals(folder) && System.nanoTime() - moment < READ.toNanos();
    }
  }

  /** Lists a folder in which the log of a streaming query would be. */
  ListPage probe(Bucket bucket, String prefix) throws IOException {
    long moment = System.nanoTime();
    Probe probe = new Probe(prefix, bucket.store().list(ListOptions.children(prefix)), moment);
    own.set(probe);
    last = probe;
    return probe.page();
  }

  /** Whether a folder was just seen to have something in it, by whichever thread. */
  boolean isThere(String prefix) {
    Probe seen = last;
    return seen != null && seen.isOf(prefix) && !isEmpty(seen.page());
  }

  private static boolean isEmpty(ListPage page) {
    return page.objects().isEmpty() && page.prefixes().isEmpty();
  }

  /** All of a folder, once, if this thread has just probed it and a page was enough for it. */
  Optional<ListPage> take(ListOptions options) {
    Probe probe = own.get();
    own.remove();
    return Optional.ofNullable(probe)
        .filter(seen -> seen.isOf(options.prefix()) && seen.page().next().isEmpty())
        .filter(seen -> options.rolledUp() || seen.page().prefixes().isEmpty())
        .filter(seen -> options.token().isEmpty() && options.startAfter().isEmpty())
        .map(Probe::page);
  }

  /** Forgets what was seen, since this thread changes something. */
  void forget() {
    own.remove();
    last = null;
  }
}
