package io.headwater.store.s3;

import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** PutObject. */
final class S3Writer {
  private final String bucket;
  private final Set<Capability> capabilities;
  private final S3Client client;
  private final S3Errors errors;

  S3Writer(String bucket, Set<Capability> capabilities, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.capabilities = capabilities;
    this.client = client;
    this.errors = errors;
  }

  ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    options.mode().requireOf(capabilities, "s3://" + bucket + "/" + key);
    PutObjectRequest.Builder request =
        PutObjectRequest.builder().bucket(bucket).key(key).metadata(options.metadata());
    if (options.mode() instanceof PutMode.CreateIfAbsent) {
      request.ifNoneMatch("*");
    } else if (options.mode() instanceof PutMode.ReplaceIfMatch match) {
      request.ifMatch(S3Names.quoted(match.etag()));
    }
    PutObjectResponse response =
        errors.call(
            Operation.PUT, key, () -> client.putObject(request.build(), SentContent.of(content)));
    return new ObjectInfo(
        key,
        content.length(),
        S3Names.unquoted(response.eTag()),
        S3Names.written(response),
        options.metadata());
  }
}
