package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * A store whose listings show the existing claims as expired, so their owners count as dead. A
 * writer that still waits for such a claim fails.
 */
final class AgedClaims extends Layer {
  private static final Duration AGE = Duration.ofMinutes(6);

  private static final String CLAIM = "_SUCCESS.claim.";

  private final Set<String> dead = new HashSet<>();

  AgedClaims(ObjectStore inner, String folder) throws IOException {
    super(inner);
    inner.list(ListOptions.tree(folder)).objects().stream()
        .map(ObjectInfo::key)
        .filter(key -> key.contains(CLAIM))
        .forEach(dead::add);
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    if (request.operation() == Operation.HEAD && request.key().contains(CLAIM)) {
      throw new AssertionError("waits for the claim " + request.key());
    }
    return call.send();
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    ListPage page = super.list(options);
    return new ListPage(
        page.objects().stream().map(this::aged).toList(), page.prefixes(), page.next());
  }

  private ObjectInfo aged(ObjectInfo object) {
    return dead.contains(object.key())
        ? new ObjectInfo(
            object.key(),
            object.length(),
            object.etag(),
            object.lastModified().minus(AGE),
            object.metadata())
        : object;
  }
}
