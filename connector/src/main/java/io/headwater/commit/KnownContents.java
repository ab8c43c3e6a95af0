package io.headwater.commit;

import io.headwater.store.ObjectInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bytes of small parts that were read whole, as many as fit a bound. A key that bears an
 * attempt is written once, so its bytes stay true as long as its ETag does: Spark reads a small
 * Parquet file's footer to plan a query, and all of it when the query runs.
 */
public final class KnownContents {
  private static final int LONGEST = 64 << 10;
  private static final long MOST = 8L << 20;

  private final Map<String, Whole> wholes = new LinkedHashMap<>(16, 0.75f, true);
  private long length;

  /**
   * An object, whole.
   *
   * @param info what its answer told
   * @param bytes all of them; not to be changed
   */
  public record Whole(ObjectInfo info, byte[] bytes) {}

  /** Keeps an object's bytes, if it is small and its key bears an attempt. */
  public synchronized void note(Whole whole) {
    if (whole.bytes().length > LONGEST || AttemptName.parse(whole.info().key()).isEmpty()) {
      return;
    }
    forget(whole.info().key());
    wholes.put(whole.info().key(), whole);
    length += whole.bytes().length;
    var eldest = wholes.entrySet().iterator();
    while (length > MOST) {
      length -= eldest.next().getValue().bytes().length;
      eldest.remove();
    }
  }

  /** What is kept of an object with this ETag. */
  public synchronized Optional<Whole> find(String key, String etag) {
    return Optional.ofNullable(wholes.get(key)).filter(whole -> whole.info().etag().equals(etag));
  }

  private void forget(String key) {
    Whole old = wholes.remove(key);
    length -= old == null ? 0 : old.bytes().length;
  }
}
