package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.RealStoreFixture;
import io.headwater.store.ListOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.common.config.LockConfiguration;
import org.apache.hudi.common.config.TypedProperties;
import org.apache.hudi.common.util.Option;
import org.apache.hudi.exception.HoodieLockException;
import org.apache.hudi.storage.StorageConfiguration;
import org.junit.jupiter.api.Test;

/** The lock of Hudi on each store. */
class HeadwaterLockProviderTest extends RealStoreFixture {
  /** Hadoop's settings in Hudi's form. */
  private static final class Settings extends StorageConfiguration<Configuration> {
    private static final long serialVersionUID = 1L;
    private final transient Configuration settings;

    Settings(Configuration settings) {
      this.settings = settings;
    }

    @Override
    public StorageConfiguration<Configuration> newInstance() {
      return new Settings(settings);
    }

    @Override
    public Configuration unwrap() {
      return settings;
    }

    @Override
    public Configuration unwrapCopy() {
      return new Configuration(settings);
    }

    @Override
    public void set(String name, String value) {
      settings.set(name, value);
    }

    @Override
    public Option<String> getString(String name) {
      return Option.ofNullable(settings.get(name));
    }

    @Override
    public StorageConfiguration<Configuration> getInline() {
      return this;
    }
  }

  private static HeadwaterLockProvider provider(Configuration settings, String table) {
    TypedProperties properties = TypedProperties.fromMap(Map.of("hoodie.base.path", table));
    return new HeadwaterLockProvider(new LockConfiguration(properties), new Settings(settings));
  }

  private static boolean locksAtOnce(HeadwaterLockProvider provider) {
    return provider.tryLock(200, TimeUnit.MILLISECONDS);
  }

  @Test
  void oneWriterHasTheTable() throws IOException {
    IcebergProcess one = IcebergProcess.of(real.store());
    IcebergProcess other = IcebergProcess.of(real.store());
    HeadwaterLockProvider first = provider(one.configuration(), "s3://bucket/table");
    HeadwaterLockProvider second = provider(other.configuration(), "s3://bucket/table");
    assertThat(locksAtOnce(first)).isTrue();
    assertThat(locksAtOnce(first)).isTrue();
    assertThat(first.getLock()).isEqualTo("s3://bucket/table/.hoodie/table");
    assertThat(locksAtOnce(second)).isFalse();
    assertThat(second.getLock()).isNull();
    first.unlock();
    assertThat(second.tryLock(1, TimeUnit.MINUTES)).isTrue();
    second.close();
    assertThat(real.store().list(ListOptions.tree("")).objects()).isEmpty();
    assertThat(one.files().getUri()).isEqualTo(other.files().getUri());
  }

  @Test
  void anotherFileSystemIsRefusedWithAdvice() {
    assertThatThrownBy(() -> provider(new Configuration(false), "file:///tmp/table"))
        .isInstanceOf(HoodieLockException.class)
        .hasMessageContaining("Choose another hoodie.write.lock.provider");
  }
}
