package io.headwater.store.s3;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.UploadPage.PendingUpload;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.exception.UploadNotFoundException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** S3's multipart uploads. */
final class S3Uploads implements MultipartUploads {
  private final String bucket;
  private final S3Conditions conditions;
  private final S3Client client;
  private final S3Errors errors;
  private final S3Reader reader;

  S3Uploads(
      String bucket, S3Conditions conditions, S3Client client, S3Errors errors, S3Reader reader) {
    this.bucket = bucket;
    this.conditions = conditions;
    this.client = client;
    this.errors = errors;
    this.reader = reader;
  }

  @Override
  public String create(String key, PutOptions options) throws IOException {
    return errors
        .call(
            Operation.CREATE_UPLOAD,
            key,
            () ->
                client.createMultipartUpload(
                    request -> request.bucket(bucket).key(key).metadata(options.metadata())))
        .uploadId();
  }

  @Override
  public UploadedPart put(String key, String uploadId, int number, Content content)
      throws IOException {
    if (number < 1 || number > MAXIMUM_PARTS) {
      throw new IllegalArgumentException("part number must be 1 to 10000: " + number);
    }
    UploadPartRequest request =
        UploadPartRequest.builder()
            .bucket(bucket)
            .key(key)
            .uploadId(uploadId)
            .partNumber(number)
            .build();
    String etag =
        errors
            .call(
                Operation.PUT_PART, key, () -> client.uploadPart(request, SentContent.of(content)))
            .eTag();
    return new UploadedPart(number, S3Names.unquoted(etag), content.length());
  }

  @Override
  public ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException {
    conditions.requireToComplete(mode, key);
    CompleteMultipartUploadRequest.Builder request =
        CompleteMultipartUploadRequest.builder()
            .bucket(bucket)
            .key(key)
            .uploadId(uploadId)
            .ifNoneMatch(S3Conditions.ifNoneMatch(mode))
            .ifMatch(conditions.ifMatch(mode))
            .multipartUpload(made -> made.parts(parts.stream().map(S3Uploads::completed).toList()));
    CompleteMultipartUploadResponse response =
        errors.call(
            Operation.COMPLETE_UPLOAD, key, () -> client.completeMultipartUpload(request.build()));
    return new ObjectInfo(
        key,
        parts.stream().mapToLong(UploadedPart::length).sum(),
        etag(key, response, parts),
        S3Names.written(response),
        Map.of());
  }

  /** Ceph's gateway leaves the ETag of a completed upload empty. */
  private String etag(
      String key, CompleteMultipartUploadResponse response, List<UploadedPart> parts)
      throws IOException {
    String etag = S3Names.unquoted(response.eTag());
    Optional<String> known = etag.isEmpty() ? PartsEtag.of(parts) : Optional.of(etag);
    return known.isPresent() ? known.get() : reader.head(key).etag();
  }

  @Override
  public void abort(String key, String uploadId) throws IOException {
    try {
      errors.call(
          Operation.ABORT_UPLOAD,
          key,
          () ->
              client.abortMultipartUpload(
                  request -> request.bucket(bucket).key(key).uploadId(uploadId)));
    } catch (UploadNotFoundException e) {
      // The upload is gone, as requested.
    }
  }

  @Override
  public UploadPage list(UploadListOptions options) throws IOException {
    ListMultipartUploadsRequest.Builder request =
        ListMultipartUploadsRequest.builder()
            .bucket(bucket)
            .prefix(options.prefix())
            .encodingType(EncodingType.URL);
    options.token().ifPresent(token -> resume(request, token));
    ListMultipartUploadsResponse response =
        errors.call(
            Operation.LIST_UPLOADS,
            options.prefix(),
            () -> client.listMultipartUploads(request.build()));
    List<PendingUpload> pending =
        response.uploads().stream()
            .map(upload -> new PendingUpload(upload.key(), upload.uploadId(), upload.initiated()))
            .toList();
    boolean more = Boolean.TRUE.equals(response.isTruncated());
    return new UploadPage(pending, more ? Optional.of(token(response)) : Optional.empty());
  }

  /** The two markers of the next page, encoded so that only the space between them is a space. */
  private static String token(ListMultipartUploadsResponse response) {
    return encoded(response.nextKeyMarker()) + " " + encoded(response.nextUploadIdMarker());
  }

  private static void resume(ListMultipartUploadsRequest.Builder request, String token) {
    String[] markers = token.split(" ", 2);
    request.keyMarker(URLDecoder.decode(markers[0], StandardCharsets.UTF_8));
    request.uploadIdMarker(URLDecoder.decode(markers[1], StandardCharsets.UTF_8));
  }

  private static String encoded(String marker) {
    return URLEncoder.encode(marker == null ? "" : marker, StandardCharsets.UTF_8);
  }

  private static CompletedPart completed(UploadedPart part) {
    return CompletedPart.builder()
        .partNumber(part.number())
        .eTag(S3Names.quoted(part.etag()))
        .build();
  }
}
