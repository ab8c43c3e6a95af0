package io.headwater.fs;

import io.headwater.store.ObjectStore;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests by which this file system may have changed what is in the bucket, whichever
 * thread sent them: what was seen before one of them is not what is there after it.
 */
final class OwnChanges extends Layer {
  private final AtomicLong count;

  OwnChanges(ObjectStore inner) {
    this(inner, new AtomicLong());
  }

  private OwnChanges(ObjectStore inner, AtomicLong count) {
    super(inner);
    this.count = count;
  }

  /** Another way to the same bucket, whose requests count as well. */
  OwnChanges by(ObjectStore other) {
    return new OwnChanges(other, count);
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
