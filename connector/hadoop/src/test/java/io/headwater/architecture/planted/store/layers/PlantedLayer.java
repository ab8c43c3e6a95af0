package io.headwater.architecture.planted.store.layers;

import io.headwater.architecture.planted.store.swift.PlantedNeighbor;

/** A layer that depends on one backend. */
public final class PlantedLayer {
  private PlantedNeighbor backend;
}
