package io.headwater.store;

import java.io.IOException;
import java.util.List;

/**
 * Objects written in parts: nothing is visible until {@link #complete}. An upload is known by its
 * key and id alone, so that one process may begin it and another complete or abort it.
 */
public interface MultipartUploads {
  /** The smallest length in bytes of any part but the last (S3's limit). */
  long MINIMUM_PART_LENGTH = 5L << 20;

  /** The highest part number (S3's limit); parts are numbered from 1. */
  int MAXIMUM_PARTS = 10_000;

  /**
   * Begins an upload; the object will carry the options' metadata. The options' mode is not looked
   * at here: {@link #complete} decides.
   *
   * @return the upload's id
   */
  String create(String key, PutOptions options) throws IOException;

  /** Sends one part; a part sent again under the same number replaces the earlier one. */
  UploadedPart put(String key, String uploadId, int number, Content content) throws IOException;

  /**
   * Makes the object of the given parts, in ascending order of their numbers.
   *
   * @return what is known of the object; its metadata may be missing, because {@link #create} got
   *     it
   * @throws UploadNotFoundException if the upload was completed or aborted before
   * @throws PreconditionFailedException if the mode does not hold
   */
  ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException;

  /** Drops an upload and its parts; aborting one that is not there is no error. */
  void abort(String key, String uploadId) throws IOException;

  /** One page of the uploads in progress whose keys begin with a prefix. */
  UploadPage list(UploadListOptions options) throws IOException;
}
