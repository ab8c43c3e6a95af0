package io.headwater.architecture.planted.fs;

import io.headwater.architecture.planted.commit.PlantedCommit;
import io.headwater.architecture.planted.store.s3.PlantedBackend;

/** A class of the layer {@code fs}, with allowed dependencies. */
public final class PlantedFileSystem {
  private PlantedCommit commit;
  private PlantedBackend backend;
}
