package io.headwater.commit.dataset;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;

/** Reads small objects in full. If a response breaks while it is read, it is requested again. */
final class DocumentReader {
  /** Parses a response. */
  @FunctionalInterface
  interface Parser<T> {
    T parse(ObjectBody body) throws IOException;
  }

  private DocumentReader() {}

  /**
   * The parsed object at a key.
   *
   * @param parser is called again for each response
   */
  static <T> T read(ObjectStore store, String key, GetOptions options, Parser<T> parser)
      throws IOException {
    for (int attempts = 1; ; attempts++) {
      // Outside the block, because the store's own layers repeat a request that fails.
      ObjectBody response = store.get(key, options);
      try (response) {
        return parser.parse(response);
      } catch (TransientStoreException e) {
        if (!RetryPolicy.BODY.permits(attempts)) {
          throw e;
        }
      }
    }
  }
}
