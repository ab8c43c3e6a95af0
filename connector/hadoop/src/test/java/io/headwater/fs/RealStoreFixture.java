package io.headwater.fs;

import io.headwater.testing.NeedsServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs a class's tests on each server, with a new bucket for each test. */
@NeedsServer
@ParameterizedClass
@EnumSource(RealStore.Server.class)
public abstract class RealStoreFixture {
  @Parameter RealStore.Server server;
  public RealStore real;

  @BeforeEach
  final void openBucket() {
    real = server.open();
  }

  @AfterEach
  final void deleteBucket() throws IOException {
    if (real != null) {
      real.close();
    }
  }
}
