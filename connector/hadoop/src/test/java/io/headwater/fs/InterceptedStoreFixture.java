package io.headwater.fs;

import io.headwater.store.layers.FaultPlan;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs a class's tests on each store, with a file system of a new bucket for each test. */
@NeedsServer
@ParameterizedClass
@EnumSource(InterceptedStore.class)
public abstract class InterceptedStoreFixture {
  @Parameter InterceptedStore store;
  public MeteredFileSystem fileSystem;

  @BeforeEach
  final void openFileSystem() throws IOException {
    fileSystem = store.fileSystem(FaultPlan.none());
  }

  @AfterEach
  final void closeFileSystem() throws IOException {
    if (fileSystem != null) {
      fileSystem.close();
    }
  }
}
