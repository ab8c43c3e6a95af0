package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A writer to a store without atomic conditions, and its clock. */
abstract class ExclusivePutFixture {
  static final String KEY = "d/_SUCCESS";
  static final Content CONTENT = Content.of("after".getBytes());

  final TestClock clock = new TestClock();
  final MemoryStore memory =
      new MemoryStore(
          "claimed",
          EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_CONDITIONS)),
          MultipartUploads.MINIMUM_PART_LENGTH);

  ExclusivePut.Written put(ObjectStore store, String id) throws IOException {
    return new ExclusivePut(store, Lease.DEFAULT, clock).put(KEY, CONTENT, Optional.empty(), id);
  }

  List<String> keys() {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  /** Forwards every request after examining it. */
  abstract static class Watching extends Layer {
    Watching(ObjectStore inner) {
      super(inner);
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }
  }
}
