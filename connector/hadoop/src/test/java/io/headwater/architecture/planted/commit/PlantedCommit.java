package io.headwater.architecture.planted.commit;

/** A class of the layer {@code commit}. */
public final class PlantedCommit {}
