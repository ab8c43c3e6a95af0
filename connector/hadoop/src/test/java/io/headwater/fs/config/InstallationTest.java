package io.headwater.fs.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @Test
  void everySchemeRefusesItsPathsIfSparkCouldNotInstallHeadwater() {
    Configuration configuration = new Configuration();
    configuration.set(OptionNames.UNUSABLE, "The bundle is for another Spark");
    for (String scheme : new String[] {"s3", "swift", "swift2d", "cos"}) {
      URI uri = URI.create(scheme + "://bucket.service/");
      assertThatThrownBy(() -> FileSystem.newInstance(uri, configuration))
          .isInstanceOf(IOException.class)
          .hasMessage(scheme + "://bucket.service cannot be used. The bundle is for another Spark");
    }
  }
}
