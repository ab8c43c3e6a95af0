package io.headwater.store.s3;

import io.headwater.store.CopyOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartCopyResponse;

/** Copies inside the store, by CopyObject or, for longer objects, UploadPartCopy. */
final class S3Copier {
  /** The longest object in bytes that CopyObject accepts (S3 API reference). */
  static final long SINGLE_COPY_LIMIT = 5L << 30;

  /**
   * The length of a copy's parts except the last, in bytes. With it, 10,000 parts reach S3's
   * longest object.
   */
  private static final long PART_LENGTH = 1L << 30;

  private final String bucket;
  private final S3Client client;
  private final S3Errors errors;
  private final S3Reader reader;
  private final S3Uploads uploads;
  private final long threshold;

  /**
   * @param threshold the longest object in bytes that one request copies
   */
  S3Copier(
      String bucket,
      S3Client client,
      S3Errors errors,
      S3Reader reader,
      S3Uploads uploads,
      long threshold) {
    this.bucket = bucket;
    this.client = client;
    this.errors = errors;
    this.reader = reader;
    this.uploads = uploads;
    this.threshold = threshold;
  }

  /**
   * Copies an object. If the options carry the source's metadata, no HEAD is sent. Exceptions are a
   * source that was replaced since, and a copy in parts, which needs the metadata.
   *
   * @throws TransientStoreException if the source was replaced during the copy
   */
  ObjectInfo copy(String key, String target, CopyOptions options) throws IOException {
    Optional<ObjectInfo> seen = options.source().filter(source -> source.length() <= threshold);
    if (seen.isPresent() && !key.equals(target)) {
      try {
        return whole(seen.get(), target);
      } catch (PreconditionFailedException e) {
        // The source was replaced since. Its current version is copied.
      }
    }
    return copy(reader.head(key), target);
  }

  /**
   * Copies exactly the given version of the source, or nothing.
   *
   * @throws TransientStoreException if the source was replaced during the copy
   */
  ObjectInfo copy(ObjectInfo source, String target) throws IOException {
    if (source.key().equals(target)) {
      return source; // S3 refuses to copy an object onto itself unchanged.
    }
    try {
      return source.length() > threshold
          ? inParts(source, target, PutMode.OVERWRITE)
          : whole(source, target);
    } catch (PreconditionFailedException e) {
      throw new TransientStoreException(
          errors.place(Operation.COPY, source.key()) + ": replaced while it was copied", e);
    }
  }

  private ObjectInfo whole(ObjectInfo source, String target) throws IOException {
    CopyObjectResponse answer =
        errors.call(
            Operation.COPY,
            source.key(),
            () ->
                client.copyObject(
                    request ->
                        request
                            .sourceBucket(bucket)
                            .sourceKey(source.key())
                            .copySourceIfMatch(S3Names.quoted(source.etag()))
                            .destinationBucket(bucket)
                            .destinationKey(target)));
    return new ObjectInfo(
        target,
        source.length(),
        S3Names.unquoted(answer.copyObjectResult().eTag()),
        answer.copyObjectResult().lastModified(),
        source.metadata());
  }

  /**
   * Copies exactly the given version of the source, or nothing.
   *
   * @param mode the condition on the target
   * @throws PreconditionFailedException if the source was replaced or the condition is false
   */
  ObjectInfo inParts(ObjectInfo source, String target, PutMode mode) throws IOException {
    PutOptions options = PutOptions.OVERWRITE.withMetadata(source.metadata());
    String id = uploads.create(target, options);
    try {
      List<UploadedPart> parts = new ArrayList<>();
      long partLength = Math.min(PART_LENGTH, threshold);
      for (long start = 0; start < source.length(); start += partLength) {
        long end = Math.min(source.length(), start + partLength);
        parts.add(part(source, target, id, parts.size() + 1, start, end));
      }
      ObjectInfo made = uploads.complete(target, id, parts, mode);
      return new ObjectInfo(
          target, made.length(), made.etag(), made.lastModified(), source.metadata());
    } catch (IOException e) {
      abandon(target, id, e);
      throw e;
    }
  }

  private UploadedPart part(
      ObjectInfo source, String target, String id, int number, long start, long end)
      throws IOException {
    UploadPartCopyResponse answer =
        errors.call(
            Operation.COPY,
            source.key(),
            () ->
                client.uploadPartCopy(
                    request ->
                        request
                            .sourceBucket(bucket)
                            .sourceKey(source.key())
                            .copySourceIfMatch(S3Names.quoted(source.etag()))
                            .copySourceRange("bytes=" + start + "-" + (end - 1))
                            .destinationBucket(bucket)
                            .destinationKey(target)
                            .uploadId(id)
                            .partNumber(number)));
    String etag = S3Names.unquoted(answer.copyPartResult().eTag());
    return new UploadedPart(number, etag, end - start);
  }

  private void abandon(String target, String id, IOException failure) {
    try {
      uploads.abort(target, id);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
