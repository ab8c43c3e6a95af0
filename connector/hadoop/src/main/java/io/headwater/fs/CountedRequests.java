package io.headwater.fs;

import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** Counts every attempt of every request, under Hadoop's names. */
final class CountedRequests extends Layer {
  private final IOStatisticsStore counts;

  CountedRequests(ObjectStore inner, IOStatisticsStore counts) {
    super(inner);
    this.counts = counts;
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    String name = Counts.nameOf(request.operation());
    counts.incrementCounter(name);
    boolean answered = false;
    try {
      T answer = call.send();
      answered = true;
      counts.incrementCounter(StoreStatisticNames.OBJECT_PUT_BYTES, request.bytes());
      return answer;
    } catch (ThrottledException e) {
      counts.incrementCounter(StoreStatisticNames.STORE_IO_THROTTLED);
      throw e;
    } finally {
      if (!answered) {
        counts.incrementCounter(Counts.failuresOf(name));
      }
    }
  }
}
