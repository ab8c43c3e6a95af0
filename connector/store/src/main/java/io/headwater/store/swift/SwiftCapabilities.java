package io.headwater.store.swift;

import io.headwater.store.Capability;
import io.headwater.store.PutMode;
import io.headwater.store.swift.client.SwiftInfo;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a container's cluster can do. If a cluster lacks bulk delete, keys are deleted one by one.
 * Ceph's object gateway ignores conditions. {@link Capability#ATOMIC_CONDITIONS} is never declared:
 * several racing creators may win.
 */
final class SwiftCapabilities {
  private static final Set<Capability> CONDITIONS =
      Set.of(Capability.CREATE_IF_ABSENT, Capability.CONDITIONAL_COMPLETION);

  private static final Set<Capability> ALL =
      Set.of(
          Capability.MULTIPART_UPLOAD,
          Capability.STREAMED_PUT,
          Capability.BULK_DELETE,
          Capability.CREATE_IF_ABSENT,
          Capability.CONDITIONAL_COMPLETION,
          Capability.LISTED_MEDIA_TYPES,
          Capability.STORLETS);

  private final SwiftInfo info;
  private final Set<Capability> ofSwift;
  private final Set<Capability> ofGateway;

  /**
   * @param consistentListing whether the operator declares listings consistent
   */
  SwiftCapabilities(SwiftInfo info, boolean consistentListing) {
    this.info = info;
    Set<Capability> declared = EnumSet.copyOf(ALL);
    if (consistentListing) {
      declared.add(Capability.CONSISTENT_LISTING);
    }
    ofSwift = Set.copyOf(declared);
    declared.removeAll(CONDITIONS);
    ofGateway = Set.copyOf(declared);
  }

  /** Sends no request: the conditions are included until the cluster is known. */
  Set<Capability> declared() {
    return info.isKnownGateway() ? ofGateway : ofSwift;
  }

  /** Finds out what the cluster is, if that is not known. */
  Set<Capability> verified() throws IOException {
    return info.isGateway() ? ofGateway : ofSwift;
  }

  /** Refuses a mode that the cluster does not support. */
  void require(PutMode mode, String place) throws IOException {
    if (mode.needs().isPresent()) {
      mode.requireOf(verified(), place);
    }
  }
}
