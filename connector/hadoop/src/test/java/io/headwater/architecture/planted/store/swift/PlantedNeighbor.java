package io.headwater.architecture.planted.store.swift;

/** A second backend. */
public final class PlantedNeighbor {}
