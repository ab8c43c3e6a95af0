package io.headwater.store.s3;

import io.headwater.store.CopyOptions.Target;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.copy.CopyRequests;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartCopyResponse;

/**
 * CopyObject and UploadPartCopy.
 *
 * @param threshold the longest object in bytes that one request copies
 * @param isChecked whether the source is requested again if a copy's ETag differs. Ceph's gateway
 *     ignores the condition on the source. Amazon's store does not.
 */
record S3CopyRequests(
    String bucket,
    S3Client client,
    S3Errors errors,
    S3Reader reader,
    long threshold,
    boolean isChecked)
    implements CopyRequests {
  /** The longest object in bytes that CopyObject accepts (S3 API reference). */
  static final long SINGLE_COPY_LIMIT = 5L << 30;

  /** With this length in bytes, 10,000 parts reach S3's longest object. */
  private static final long PART_LENGTH = 1L << 30;

  @Override
  public boolean needsParts(ObjectInfo source) {
    return source.length() > threshold;
  }

  @Override
  public long partLength(long length) {
    return Math.min(PART_LENGTH, threshold);
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return reader.head(key);
  }

  @Override
  public ObjectInfo whole(ObjectInfo source, String target, Target before) throws IOException {
    CopyObjectResponse response =
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
    String etag = S3Names.unquoted(response.copyObjectResult().eTag());
    if (!etag.equals(source.etag())) {
      requireUnchanged(source);
    }
    return new ObjectInfo(
        target,
        source.length(),
        etag,
        response.copyObjectResult().lastModified(),
        source.metadata());
  }

  @Override
  public void requireUnchanged(ObjectInfo source) throws IOException {
    if (isChecked && !reader.head(source.key()).etag().equals(source.etag())) {
      throw new PreconditionFailedException(
          errors.place(Operation.COPY, source.key()) + ": the object was replaced", null);
    }
  }

  @Override
  public UploadedPart part(ObjectInfo source, String target, String id, int number, ByteRange range)
      throws IOException {
    UploadPartCopyResponse response =
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
                            .copySourceRange(range.toHeader())
                            .destinationBucket(bucket)
                            .destinationKey(target)
                            .uploadId(id)
                            .partNumber(number)));
    String etag = S3Names.unquoted(response.copyPartResult().eTag());
    return new UploadedPart(number, etag, range.end() - range.start());
  }
}
