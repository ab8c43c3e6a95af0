package io.headwater.fs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When the media type of an empty object is requested. */
final class EmptyFileCacheTest {
  private final AtomicLong changes = new AtomicLong();
  private final MeterLayer store = new MeterLayer(new MemoryStore("bucket"));
  private final EmptyFileCache cache = new EmptyFileCache(changes::get);

  private static ObjectInfo listed(String key, long second) {
    return new ObjectInfo(key, 0, "etag", Instant.ofEpochSecond(second), Map.of());
  }

  private long heads() {
    return store.snapshot().requests().getOrDefault(Operation.HEAD, 0L);
  }

  @Test
  void oneRequestShowsThatAnObjectIsAFileUntilSomethingChanges() throws IOException {
    store.put("file", Content.empty(), PutOptions.OVERWRITE);
    for (int look = 0; look < 3; look++) {
      assertThat(cache.isDirectory(store, listed("file", 1))).isFalse();
    }
    assertThat(heads()).isEqualTo(1);
    cache.isDirectory(store, listed("file", 2));
    assertThat(heads()).as("replaced by another program").isEqualTo(2);
    changes.incrementAndGet();
    cache.isDirectory(store, listed("file", 2));
    assertThat(heads()).as("after a change by this file system").isEqualTo(3);
  }

  @Test
  void anObjectThatDisappearedIsNoDirectoryAndIsLookedForAgain() throws IOException {
    assertThat(cache.isDirectory(store, listed("gone", 1))).isFalse();
    assertThat(cache.isDirectory(store, listed("gone", 1))).isFalse();
    assertThat(heads()).isEqualTo(2);
  }
}
