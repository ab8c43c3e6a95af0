package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** For how long, and of which objects, last bytes are kept. */
final class KnownEndsTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final KnownEnds ends = new KnownEnds(now::get);

  private static KnownEnds.End end(long length, int kept) {
    ObjectInfo info = new ObjectInfo("k", length, "e", Instant.EPOCH, Map.of());
    return new KnownEnds.End(info, new byte[kept]);
  }

  @Test
  void anEndIsKeptForAShortTime() {
    ends.note(end(1000, 10));
    now.addAndGet(KnownEnds.FRESH.toNanos() - 1);
    assertThat(ends.find("k", "e")).isPresent();
    assertThat(ends.find("k", "other")).isEmpty();
    now.incrementAndGet();
    assertThat(ends.find("k", "e")).isEmpty();
    ends.note(end(1000, 10));
    assertThat(ends.find("k", "e")).isPresent();
  }

  @Test
  void anObjectIsNotKeptWhole() {
    ends.note(end(10, 10));
    assertThat(ends.find("k", "e")).isEmpty();
  }

  @Test
  void theEldestGoWhereTheyTakeTooMuch() {
    ends.note(end(1000, 10));
    for (int number = 0; number < 256; number++) {
      ObjectInfo info = new ObjectInfo("n" + number, 1 << 20, "e", Instant.EPOCH, Map.of());
      ends.note(new KnownEnds.End(info, new byte[KnownEnds.LENGTH]));
    }
    assertThat(ends.find("k", "e")).isEmpty();
    assertThat(ends.find("n1", "e")).isPresent();
  }
}
