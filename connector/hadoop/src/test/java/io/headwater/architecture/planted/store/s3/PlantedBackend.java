package io.headwater.architecture.planted.store.s3;

import io.headwater.architecture.planted.fs.PlantedFileSystem;
import io.headwater.architecture.planted.store.swift.PlantedNeighbor;

/**
 * A backend that breaks three rules: it depends on {@code fs}, in a cycle, and on another backend.
 */
public final class PlantedBackend {
  private PlantedFileSystem layerAbove;
  private PlantedNeighbor otherBackend;
}
