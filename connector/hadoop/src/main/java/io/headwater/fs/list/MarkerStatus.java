package io.headwater.fs.list;

import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.store.Capability;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The status of an object that may mark a folder; see {@link FolderMarkers}. */
final class MarkerStatus {
  private final ListContext context;
  private final StatusLookup lookup;

  MarkerStatus(ListContext context, StatusLookup lookup) {
    this.context = context;
    this.lookup = lookup;
  }

  /**
   * The status of an object with the path's own key. It is a folder's if the object marks one.
   *
   * @param mayBeBelow whether objects may exist below it
   */
  HeadwaterFileStatus status(Path path, ObjectInfo object, boolean mayBeBelow) throws IOException {
    boolean marks =
        FolderMarkers.maybe(object)
            && (object.isDirectory()
                || mayBeBelow && lookup.isFolder(object.key())
                || isUnlistedDirectory(object));
    return marks
        ? HeadwaterFileStatus.ofMarkedFolder(path, object.key())
        : HeadwaterFileStatus.ofObject(path, object, context.blockSize());
  }

  /** Whether an empty object has a directory's media type although the listing shows no types. */
  private boolean isUnlistedDirectory(ObjectInfo object) throws IOException {
    ObjectStore store = context.bucket().store();
    return !store.capabilities().contains(Capability.LISTED_MEDIA_TYPES)
        && context.emptyFiles().isDirectory(store, object);
  }

  /** The status of a folder whose s3n marker is in a listing. */
  static Optional<HeadwaterFileStatus> ofS3n(Path path, String key, ListPage page) {
    String marker = key + FolderMarkers.S3N_SUFFIX;
    boolean isMarked =
        page.objects().stream()
            .anyMatch(object -> object.length() == 0 && object.key().equals(marker));
    return isMarked
        ? Optional.of(HeadwaterFileStatus.ofMarkedFolder(path, marker))
        : Optional.empty();
  }
}
