package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests of all threads by which this process may have changed the bucket. Each of
 * them invalidates earlier responses.
 */
final class MutationCountLayer extends Layer {
  private final AtomicLong count;

  MutationCountLayer(ObjectStore inner) {
    this(inner, new AtomicLong());
  }

  private MutationCountLayer(ObjectStore inner, AtomicLong count) {
    super(inner);
    this.count = count;
  }

  /** Another store instance for the same bucket, whose requests are counted too. */
  MutationCountLayer by(ObjectStore other) {
    return new MutationCountLayer(other, count);
  }

  long count() {
    return count.get();
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    return switch (request.operation()) {
      case HEAD, GET, LIST, STORLET, CREATE_UPLOAD, PUT_PART, ABORT_UPLOAD, LIST_UPLOADS ->
          call.send();
      case PUT, COPY, DELETE, BULK_DELETE, COMPLETE_UPLOAD -> {
        try {
          yield call.send();
        } finally {
          count.incrementAndGet();
        }
      }
    };
  }
}
