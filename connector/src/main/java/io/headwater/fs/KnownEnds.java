package io.headwater.fs;

import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The last bytes of objects that were read here, as many as fit a bound: columnar formats have
 * their footer there, which Spark reads to plan a query, and again for each split when the query
 * runs.
 *
 * <p>An object that fits whole is not kept: its next reader would need no request, and so would
 * never learn that the object was deleted or replaced. The requests for the rest of a longer one
 * carry its ETag. Since a reader may want nothing but the footer, an end is kept for a short time.
 */
final class KnownEnds {
  /** How many bytes are kept of a longer object. */
  static final int LENGTH = 64 << 10;

  private static final long MOST = 16L << 20;

  /** For so long an end is taken for the object's, which another program may have deleted. */
  static final Duration FRESH = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<String, End> ends = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Long> moments = new HashMap<>();
  private long length;

  KnownEnds() {
    this(System::nanoTime);
  }

  /**
   * @param nanos returns the time
   */
  KnownEnds(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * The last bytes of an object, or all of them.
   *
   * @param info what the answer told of the object
   * @param bytes not to be changed
   */
  record End(ObjectInfo info, byte[] bytes) {
    /** The offset in the object of the first byte. */
    long start() {
      return info.length() - bytes.length;
    }

    /** As an answer of the store. */
    ObjectBody body() {
      return new ObjectBody(info, start(), bytes.length, new ByteArrayInputStream(bytes));
    }

    private boolean mayBeKept() {
      return bytes.length <= LENGTH && start() > 0;
    }
  }

  /** Keeps an object's end, if it may be kept. */
  synchronized void note(End end) {
    if (!end.mayBeKept()) {
      return;
    }
    forget(end.info().key());
    ends.put(end.info().key(), end);
    moments.put(end.info().key(), nanos.getAsLong());
    length += end.bytes().length;
    while (length > MOST) {
      forget(ends.keySet().iterator().next());
    }
  }

  /** What is kept of an object with this ETag. */
  synchronized Optional<End> find(String key, String etag) {
    return Optional.ofNullable(ends.get(key))
        .filter(end -> end.info().etag().equals(etag))
        .filter(end -> nanos.getAsLong() - moments.get(key) < FRESH.toNanos());
  }

  /** Forgets an object that this process may have changed. */
  synchronized void forget(String key) {
    End old = ends.remove(key);
    moments.remove(key);
    length -= old == null ? 0 : old.bytes().length;
  }
}
