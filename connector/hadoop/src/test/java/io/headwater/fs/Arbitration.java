package io.headwater.fs;

import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.memory.MemoryStore;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a store in memory lets jobs exclude each other, and whether it declares consistent listings.
 */
public enum Arbitration {
  BY_CONDITION(EnumSet.noneOf(Capability.class)),
  BY_CLAIM(EnumSet.of(Capability.ATOMIC_CONDITIONS)),
  BY_CLAIM_ALONE(
      EnumSet.of(
          Capability.ATOMIC_CONDITIONS, Capability.CREATE_IF_ABSENT, Capability.REPLACE_IF_MATCH)),
  LAGGING_BY_CONDITION(EnumSet.of(Capability.CONSISTENT_LISTING)),
  LAGGING_BY_CLAIM(EnumSet.of(Capability.CONSISTENT_LISTING, Capability.ATOMIC_CONDITIONS));

  private final Set<Capability> missing;

  Arbitration(Set<Capability> missing) {
    this.missing = missing;
  }

  /** A new store. Its listings are in fact always consistent. */
  public MemoryStore open() {
    EnumSet<Capability> capabilities = EnumSet.allOf(Capability.class);
    capabilities.removeAll(missing);
    return new MemoryStore("bucket", capabilities, MultipartUploads.MINIMUM_PART_LENGTH);
  }
}
