package io.headwater.store.s3;

import io.headwater.store.DeleteFailure;
import io.headwater.store.Operation;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/** DeleteObject and DeleteObjects. */
final class S3Deleter {
  private final String bucket;
  private final S3Client client;
  private final S3Errors errors;

  S3Deleter(String bucket, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.client = client;
    this.errors = errors;
  }

  void delete(String key) throws IOException {
    try {
      errors.call(
          Operation.DELETE,
          key,
          () -> client.deleteObject(request -> request.bucket(bucket).key(key)));
    } catch (ObjectNotFoundException e) {
      // AWS responds with 204. Other services report this error. In both cases the object does not
      // exist.
    }
  }

  /** Sends one request. The response lists only failures ({@code Quiet}). */
  List<DeleteFailure> deleteBatch(List<String> keys) throws IOException {
    List<ObjectIdentifier> objects =
        keys.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
    DeleteObjectsResponse response =
        errors.call(
            Operation.BULK_DELETE,
            "",
            () ->
                client.deleteObjects(
                    request ->
                        request.bucket(bucket).delete(set -> set.objects(objects).quiet(true))));
    return response.errors().stream()
        .filter(error -> !"NoSuchKey".equals(error.code()))
        .map(error -> new DeleteFailure(error.key(), error.code() + ": " + error.message()))
        .toList();
  }
}
