package io.headwater.fs.cache;

import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import java.io.ByteArrayInputStream;

/**
 * The last bytes of an object, or all of them. Columnar formats have their footer there.
 *
 * @param info the object, from the response with the bytes
 * @param bytes must not be changed
 */
public record ObjectEnd(ObjectInfo info, byte[] bytes) {
  /** How many bytes of a longer object are fetched. */
  public static final int LENGTH = 64 << 10;

  /** The offset in the object of the first byte. */
  public long start() {
    return info.length() - bytes.length;
  }

  /** The bytes as a response of the store. */
  public ObjectBody body() {
    return new ObjectBody(info, start(), bytes.length, new ByteArrayInputStream(bytes));
  }

  /** Whether the rest of the object needs a request, which shows whether it still exists. */
  boolean isPartial() {
    return start() > 0;
  }
}
