package io.headwater.fs;

import io.headwater.commit.AttemptName;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last bytes of objects that were read here, as many as fit a bound: columnar formats have
 * their footer there, which Spark reads to plan a query, and again for each split when the query
 * runs. They stay true as long as the object's ETag does.
 *
 * <p>All of an object is kept only if its key bears an attempt, which is written once: of another
 * key a reader is to learn that the object was replaced, by the request for the rest of it.
 */
final class KnownEnds {
  /** How many bytes are kept of a longer object. */
  static final int LENGTH = 64 << 10;

  private static final long MOST = 16L << 20;

  private final Map<String, End> ends = new LinkedHashMap<>(16, 0.75f, true);
  private long length;

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
      return bytes.length <= LENGTH && (start() > 0 || AttemptName.parse(info.key()).isPresent());
    }
  }

  /** Keeps an object's end, if it may be kept. */
  synchronized void note(End end) {
    if (!end.mayBeKept()) {
      return;
    }
    forget(end.info().key());
    ends.put(end.info().key(), end);
    length += end.bytes().length;
    var eldest = ends.entrySet().iterator();
    while (length > MOST) {
      length -= eldest.next().getValue().bytes().length;
      eldest.remove();
    }
  }

  /** What is kept of an object with this ETag. */
  synchronized Optional<End> find(String key, String etag) {
    return Optional.ofNullable(ends.get(key)).filter(end -> end.info().etag().equals(etag));
  }

  private void forget(String key) {
    End old = ends.remove(key);
    length -= old == null ? 0 : old.bytes().length;
  }
}
