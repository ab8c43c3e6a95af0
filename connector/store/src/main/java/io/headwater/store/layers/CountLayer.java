package io.headwater.store.layers;

import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ThrottledException;
import java.io.IOException;

/** Counts every attempt of every request. */
final class CountLayer extends Layer {
  private final RequestCounts counts;

  CountLayer(ObjectStore inner, RequestCounts counts) {
    super(inner);
    this.counts = counts;
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    counts.attempt(request.operation());
    boolean succeeded = false;
    try {
      T answer = call.send();
      succeeded = true;
      counts.success(request.bytes());
      return answer;
    } catch (ThrottledException e) {
      counts.throttled();
      throw e;
    } finally {
      if (!succeeded) {
        counts.failure(request.operation());
      }
    }
  }
}
