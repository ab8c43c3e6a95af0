package io.headwater.architecture.planted.fs;

import io.headwater.architecture.planted.commit.PlantedCommit;
import io.headwater.architecture.planted.store.s3.PlantedBackend;
import io.headwater.store.layers.ThrottleLayer;

/**
 * A class of {@code fs} that breaks one rule: it adds a layer to a store. Its other dependencies
 * are allowed.
 */
public final class PlantedFileSystem {
  private PlantedCommit commit;
  private PlantedBackend backend;
  private ThrottleLayer layer;
}
