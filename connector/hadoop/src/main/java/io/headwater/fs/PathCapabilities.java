package io.headwater.fs;

import io.headwater.store.Capability;
import io.headwater.store.ObjectStore;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.StreamCapabilities;

/** Hadoop's path capabilities, which are those of all paths of a store. */
final class PathCapabilities {
  private PathCapabilities() {}

  /** Whether paths of a store have a capability. */
  static boolean find(String capability, ObjectStore store) {
    return switch (capability) {
      case CommonPathCapabilities.ETAGS_AVAILABLE,
          CommonPathCapabilities.FS_MULTIPART_UPLOADER,
          CommonPathCapabilities.FS_PATHHANDLES,
          CommonPathCapabilities.BULK_DELETE,
          CommonPathCapabilities.ABORTABLE_STREAM,
          CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS,
          StreamCapabilities.IOSTATISTICS,
          StreamCapabilities.IOSTATISTICS_CONTEXT,
          StreamCapabilities.VECTOREDIO,
          CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE,
          CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE_ETAG,
          CreateFileOptionKeys.FS_OPTION_CREATE_IN_CLOSE ->
          true;
      case CommonPathCapabilities.DIRECTORY_LISTING_INCONSISTENT ->
          !store.capabilities().contains(Capability.CONSISTENT_LISTING);
      default -> false;
    };
  }
}
