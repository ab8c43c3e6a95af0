package io.headwater.fs;

import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests by which this file system may have changed what is in the bucket, whichever
 * thread sent them: what was seen before one of them is not what is there after it.
 */
final class OwnChanges extends Layer {
  private final AtomicLong count;
  private final KnownEnds ends;

  /**
   * @param ends which forget what is changed
   */
  OwnChanges(ObjectStore inner, KnownEnds ends) {
    this(inner, ends, new AtomicLong());
  }

  private OwnChanges(ObjectStore inner, KnownEnds ends, AtomicLong count) {
    super(inner);
    this.ends = ends;
    this.count = count;
  }

  /** Another way to the same bucket, whose requests count as well. */
  OwnChanges by(ObjectStore other) {
    return new OwnChanges(other, ends, count);
  }

  long count() {
    return count.get();
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) throws IOException {
    try {
      return super.deleteAll(keys);
    } finally {
      keys.forEach(ends::forget);
    }
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
          ends.forget(request.key());
        }
      }
    };
  }
}
