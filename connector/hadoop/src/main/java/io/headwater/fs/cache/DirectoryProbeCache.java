package io.headwater.fs.cache;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectStore;
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
public final class DirectoryProbeCache {
  /** The name that Spark looks for. */
  public static final String LOG = "_spark_metadata";

  /** Spark has listed the folder by then. */
  private static final Duration READ = Duration.ofSeconds(2);

  /** The last probe of each thread. */
  private final ChangeBoundCache<Thread, Probe> own;

  /** The last probe of any thread, under one key. */
  private final ChangeBoundCache<Boolean, Probe> last;

  private record Probe(String prefix, ListPage page) {
    boolean isEmpty() {
      return page.objects().isEmpty() && page.prefixes().isEmpty();
    }
  }

  /**
   * @param changes counts this file system's changes of the bucket
   */
  public DirectoryProbeCache(LongSupplier changes) {
    own = ChangeBoundCache.ofThreads(changes, READ);
    last = ChangeBoundCache.bounded(changes, READ, 1);
  }

  /** Lists a folder that would contain a streaming query's log. */
  public ListPage probe(ObjectStore store, String prefix) throws IOException {
    ChangeBoundCache.Moment sent = own.now();
    ListPage page = store.list(ListOptions.children(prefix));
    Probe probe = new Probe(prefix, page);
    own.put(Thread.currentThread(), probe, sent);
    last.put(true, probe, sent);
    return page;
  }

  /** Whether any thread just saw that a folder is not empty. */
  public boolean isThere(String prefix) {
    return last.find(true)
        .map(ChangeBoundCache.Entry::value)
        .filter(probe -> probe.prefix().equals(prefix) && !probe.isEmpty())
        .isPresent();
  }

  /**
   * The complete listing of a folder, once, if this thread has just probed it and it has one page.
   */
  public Optional<ListPage> take(ListOptions options) {
    return own.take(Thread.currentThread())
        .map(ChangeBoundCache.Entry::value)
        .filter(probe -> probe.prefix().equals(options.prefix()))
        .map(Probe::page)
        .filter(page -> page.next().isEmpty())
        .filter(page -> options.rolledUp() || page.prefixes().isEmpty())
        .filter(page -> options.token().isEmpty() && options.startAfter().isEmpty());
  }
}
