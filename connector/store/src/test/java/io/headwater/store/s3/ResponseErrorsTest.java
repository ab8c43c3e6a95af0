package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.Operation;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.exception.UnsupportedByStoreException;
import io.headwater.store.exception.UploadNotFoundException;
import io.headwater.testing.TestServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Error responses that no server sends on request, and every code that is mapped. */
final class ResponseErrorsTest {
  private final ResponseErrors responses =
      new ResponseErrors("bucket", S3Settings.defaults(TestServer.credentials("a", "b")));

  static Stream<Arguments> meanings() {
    return Stream.of(
        Arguments.of(Operation.GET, 404, "NoSuchKey", ObjectNotFoundException.class),
        Arguments.of(Operation.HEAD, 404, null, ObjectNotFoundException.class),
        Arguments.of(Operation.GET, 404, "NoSuchBucket", BucketNotFoundException.class),
        Arguments.of(Operation.LIST, 404, null, BucketNotFoundException.class),
        Arguments.of(Operation.COPY, 404, "NoSuchKey", ObjectNotFoundException.class),
        Arguments.of(Operation.PUT, 404, "NoSuchKey", PreconditionFailedException.class),
        Arguments.of(Operation.PUT_PART, 404, "NoSuchUpload", UploadNotFoundException.class),
        Arguments.of(Operation.COMPLETE_UPLOAD, 404, null, UploadNotFoundException.class),
        Arguments.of(Operation.PUT, 412, "PreconditionFailed", PreconditionFailedException.class),
        Arguments.of(Operation.PUT, 409, "ConditionalRequestConflict", ThrottledException.class),
        Arguments.of(Operation.PUT, 503, "SlowDown", ThrottledException.class),
        Arguments.of(Operation.GET, 429, null, ThrottledException.class),
        Arguments.of(Operation.PUT, 503, "ServiceUnavailable", TransientStoreException.class),
        Arguments.of(Operation.PUT, 500, "InternalError", TransientStoreException.class),
        Arguments.of(
            Operation.COMPLETE_UPLOAD, 200, "InternalError", TransientStoreException.class),
        Arguments.of(Operation.PUT, 400, "RequestTimeout", TransientStoreException.class),
        Arguments.of(Operation.PUT, 400, "IncompleteBody", TransientStoreException.class),
        Arguments.of(Operation.PUT, 501, "NotImplemented", UnsupportedByStoreException.class),
        Arguments.of(Operation.GET, 416, "InvalidRange", RangeNotSatisfiableException.class),
        Arguments.of(Operation.HEAD, 403, null, StoreAccessException.class),
        Arguments.of(Operation.GET, 400, "ExpiredToken", StoreAccessException.class),
        Arguments.of(Operation.GET, 403, "RequestTimeTooSkewed", StoreAccessException.class),
        Arguments.of(Operation.PUT, 400, "EntityTooLarge", StoreException.class));
  }

  @ParameterizedTest
  @MethodSource("meanings")
  void aResponseMeans(Operation operation, int status, String code, Class<?> meaning) {
    S3Exception response = response(status, code);
    assertThat(responses.translate(operation, operation + " s3://bucket/a", response))
        .isExactlyInstanceOf(meaning)
        .hasMessageStartingWith(operation + " s3://bucket/a: " + status)
        .hasCause(response);
  }

  @Test
  void reportsTheRegionOfABucketElsewhere() {
    assertThat(responses.translate(Operation.HEAD, "HEAD s3://bucket/a", response(301, null)))
        .hasMessageContaining("not in region us-east-1")
        .hasMessageContaining("set fs.headwater.s3.region to eu-north-1");
  }

  private static S3Exception response(int status, String code) {
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .errorCode(code)
            .errorMessage("the message")
            .sdkHttpResponse(
                SdkHttpResponse.builder()
                    .statusCode(status)
                    .putHeader("x-amz-bucket-region", "eu-north-1")
                    .build())
            .build();
    return (S3Exception) S3Exception.builder().statusCode(status).awsErrorDetails(details).build();
  }
}
