package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.RealStoreFixture;
import io.headwater.store.ListOptions;
import java.io.IOException;
import java.util.Map;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.Test;

/** Locks of Iceberg on each store. */
class HeadwaterLockManagerTest extends RealStoreFixture {
  private static final String FILE = "s3://bucket/table/metadata/v2.metadata.json";

  private static HeadwaterLockManager manager(Map<String, String> properties) {
    HeadwaterLockManager manager = new HeadwaterLockManager();
    manager.initialize(properties);
    return manager;
  }

  private static HeadwaterLockManager impatient(IcebergProcess process) {
    Map<String, String> properties = process.ours();
    properties.put("lock.acquire-timeout-ms", "200");
    return manager(properties);
  }

  @Test
  void aLockHasOneOwner() throws IOException {
    IcebergProcess one = IcebergProcess.of(real.store());
    IcebergProcess other = IcebergProcess.of(real.store());
    HeadwaterLockManager first = impatient(one);
    HeadwaterLockManager second = impatient(other);
    HeadwaterLockManager patient = manager(other.ours());
    assertThat(first.acquire(FILE, "first")).isTrue();
    assertThat(second.acquire(FILE, "second")).isFalse();
    assertThat(second.release(FILE, "second")).isFalse();
    assertThat(second.acquire(FILE + ".other", "second")).isTrue();
    assertThat(first.release(FILE, "first")).isTrue();
    assertThat(first.release(FILE, "first")).isFalse();
    assertThat(patient.acquire(FILE, "second")).isTrue();
    second.close();
    patient.close();
    assertThat(real.store().list(ListOptions.tree("")).objects()).isEmpty();
    assertThat(one.files().getUri()).isEqualTo(other.files().getUri());
  }

  @Test
  void anotherFileSystemIsRefusedWithAdvice() throws IOException {
    try (HeadwaterLockManager manager = manager(Map.of())) {
      assertThatThrownBy(() -> manager.acquire("file:///tmp/v1.metadata.json", "it"))
          .isInstanceOf(CommitFailedException.class)
          .hasMessageContaining("file:/tmp/v1.metadata.json")
          .hasMessageContaining("Remove lock-impl");
    }
  }
}
