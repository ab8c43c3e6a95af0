package io.headwater.fs.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @AfterEach
  void allow() {
    TestedInstallation.reason = Optional.empty();
  }

  @Test
  void everySchemeRefusesItsPathsIfACheckHasAReason() {
    TestedInstallation.reason = Optional.of("The bundle is for another Spark");
    for (String scheme : new String[] {"s3", "swift", "swift2d", "cos"}) {
      URI uri = URI.create(scheme + "://bucket.service/");
      assertThatThrownBy(() -> FileSystem.newInstance(uri, new Configuration()))
          .isInstanceOf(IOException.class)
          .hasMessage(scheme + "://bucket.service cannot be used. The bundle is for another Spark");
    }
  }
}
