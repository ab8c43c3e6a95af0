package io.headwater.store.s3;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** ListObjectsV2. */
final class S3Lister {
  private final String bucket;
  private final S3Client client;
  private final S3Errors errors;

  S3Lister(String bucket, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.client = client;
    this.errors = errors;
  }

  ListPage list(ListOptions options) throws IOException {
    ListObjectsV2Request.Builder request =
        ListObjectsV2Request.builder()
            .bucket(bucket)
            .prefix(options.prefix())
            .maxKeys(options.limit())
            // Keys may contain characters that XML 1.0 forbids. The SDK decodes them.
            .encodingType(EncodingType.URL);
    if (options.rolledUp()) {
      request.delimiter("/");
    }
    if (options.token().isPresent()) {
      request.continuationToken(options.token().get());
    } else if (!options.startAfter().isEmpty()) {
      request.startAfter(options.startAfter());
    }
    ListObjectsV2Response response =
        errors.call(Operation.LIST, options.prefix(), () -> client.listObjectsV2(request.build()));
    List<ObjectInfo> objects = response.contents().stream().map(S3Lister::info).toList();
    List<String> prefixes = response.commonPrefixes().stream().map(CommonPrefix::prefix).toList();
    boolean more = Boolean.TRUE.equals(response.isTruncated());
    return new ListPage(
        objects, prefixes, more ? Optional.of(response.nextContinuationToken()) : Optional.empty());
  }

  private static ObjectInfo info(S3Object object) {
    return new ObjectInfo(
        object.key(),
        object.size(),
        S3Names.unquoted(object.eTag()),
        object.lastModified(),
        Map.of());
  }
}
