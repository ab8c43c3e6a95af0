package io.headwater.store.s3;

import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** PutObject. */
final class S3Writer {
  private final String bucket;
  private final S3Conditions conditions;
  private final S3Client client;
  private final S3Errors errors;

  S3Writer(String bucket, S3Conditions conditions, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.conditions = conditions;
    this.client = client;
    this.errors = errors;
  }

  ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    conditions.require(options.mode(), key);
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(bucket)
            .key(key)
            .metadata(options.metadata())
            .ifNoneMatch(S3Conditions.ifNoneMatch(options.mode()))
            .ifMatch(conditions.ifMatch(options.mode()));
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
