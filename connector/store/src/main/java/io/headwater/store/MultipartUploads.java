package io.headwater.store;

import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.List;

/**
 * Objects written in parts. Nothing is visible until {@link #complete}. Key and id identify an
 * upload, so one process may create it and another complete or abort it.
 */
public interface MultipartUploads {
  /** The smallest length in bytes of any part except the last (S3's limit). */
  long MINIMUM_PART_LENGTH = 5L << 20;

  /** The highest part number (S3's limit). Parts are numbered from 1. */
  int MAXIMUM_PARTS = 10_000;

  /**
   * Creates an upload. The object will have the options' metadata. The options' mode is ignored
   * here, because {@link #complete} has its own.
   *
   * @return the upload's id
   */
  String create(String key, PutOptions options) throws IOException;

  /** Sends one part. A part with the same number replaces an earlier one. */
  UploadedPart put(String key, String uploadId, int number, Content content) throws IOException;

  /**
   * Creates the object from the given parts, in ascending order of their numbers.
   *
   * @return the object's metadata; user metadata may be missing, because only {@link #create}
   *     received it
   * @throws UploadNotFoundException if the upload was completed or aborted before
   * @throws PreconditionFailedException if the mode's condition is false
   */
  ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException;

  /** Drops an upload and its parts. Aborting a missing upload is no error. */
  void abort(String key, String uploadId) throws IOException;

  /** One page of the uploads in progress with a key prefix. */
  UploadPage list(UploadListOptions options) throws IOException;
}
