package io.headwater.store.s3;

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
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Maps an error response to an exception: by its code (S3 API reference, "Error responses"), or by
 * its status if it has no code. Responses to HEAD never have a code.
 */
final class ResponseErrors {
  private static final Set<String> THROTTLES =
      Set.of(
          "SlowDown",
          "Throttling",
          "ThrottlingException",
          "TooManyRequests",
          "RequestLimitExceeded",
          "BandwidthLimitExceeded");

  /** Another conditional write or delete of the key was in progress. Nothing was applied. */
  private static final Set<String> CONFLICTS =
      Set.of("ConditionalRequestConflict", "OperationAborted");

  /** The request or the response was damaged or truncated in transit. */
  private static final Set<String> DAMAGED =
      Set.of(
          "RequestTimeout",
          "IncompleteBody",
          "BadDigest",
          "XAmzContentSHA256Mismatch",
          "InternalError");

  private static final String UNKNOWN_KEY =
      "the store does not know this access key; check fs.headwater.s3.access.key";

  private static final Map<String, String> ACCESS_ADVICE =
      Map.of(
          "InvalidAccessKeyId",
          UNKNOWN_KEY,
          "XAdminUserNotFound", // versitygw's code
          UNKNOWN_KEY,
          "SignatureDoesNotMatch",
          "the secret key does not belong to this access key; check fs.headwater.s3.access.key"
              + " and fs.headwater.s3.secret.key",
          "RequestTimeTooSkewed",
          "this machine's clock and the store's differ too much; set the clock",
          "ExpiredToken",
          "the session token has expired; get new credentials",
          "InvalidToken",
          "the session token is not valid; get new credentials",
          "AuthorizationHeaderMalformed",
          "the request was signed for another region; check fs.headwater.s3.region");

  private static final Set<Operation> OF_UPLOADS =
      Set.of(Operation.PUT_PART, Operation.COMPLETE_UPLOAD, Operation.ABORT_UPLOAD);

  private static final Set<Operation> OF_OBJECTS =
      Set.of(Operation.HEAD, Operation.GET, Operation.STORLET, Operation.COPY, Operation.DELETE);

  private final String bucket;
  private final S3Settings settings;

  ResponseErrors(String bucket, S3Settings settings) {
    this.bucket = bucket;
    this.settings = settings;
  }

  StoreException translate(Operation operation, String place, S3Exception e) {
    String code = code(e);
    if (operation == Operation.STORLET && code.startsWith(S3Storlets.ERROR)) {
      return S3Storlets.refusal(place, e);
    }
    String description = place + ": " + e.statusCode() + " " + code + ": " + message(e);
    StoreException byCode = byCode(operation, code, description, e);
    return byCode != null ? byCode : byStatus(operation, description, e);
  }

  private StoreException byCode(
      Operation operation, String code, String description, S3Exception e) {
    if (ACCESS_ADVICE.containsKey(code)) {
      return new StoreAccessException(description + "; " + ACCESS_ADVICE.get(code), e);
    }
    if (THROTTLES.contains(code) || CONFLICTS.contains(code)) {
      return new ThrottledException(description, e);
    }
    if (DAMAGED.contains(code)) {
      return new TransientStoreException(description, e);
    }
    return switch (code) {
      case "NoSuchBucket" -> noBucket(description, e);
      case "NoSuchUpload" -> new UploadNotFoundException(description, e);
      case "NoSuchKey" -> noKey(operation, description, e);
      default -> null;
    };
  }

  private StoreException byStatus(Operation operation, String description, S3Exception e) {
    return switch (e.statusCode()) {
      case 301, 307 -> elsewhere(description, e);
      case 401, 403 ->
          new StoreAccessException(
              description + "; the credentials for " + settings.address() + " do not allow this",
              e);
      case 404 -> notFound(operation, description, e);
      case 405, 501 -> new UnsupportedByStoreException(description, e);
      case 408, 499 -> new TransientStoreException(description, e);
      case 412 -> new PreconditionFailedException(description, e);
      case 416 -> new RangeNotSatisfiableException(description, e);
      case 429 -> new ThrottledException(description, e);
      default ->
          e.statusCode() >= 500
              ? new TransientStoreException(description, e)
              : new StoreException(description, e);
    };
  }

  private StoreException notFound(Operation operation, String description, S3Exception e) {
    if (OF_UPLOADS.contains(operation)) {
      return new UploadNotFoundException(description, e);
    }
    return OF_OBJECTS.contains(operation)
        ? noKey(operation, description, e)
        : noBucket(description, e);
  }

  /** AWS responds this way to a PUT with If-Match if the key does not exist. */
  private StoreException noKey(Operation operation, String description, S3Exception e) {
    boolean write = operation == Operation.PUT || operation == Operation.COMPLETE_UPLOAD;
    return write
        ? new PreconditionFailedException(description, e)
        : new ObjectNotFoundException(description, e);
  }

  private StoreException noBucket(String description, S3Exception e) {
    return new BucketNotFoundException(
        description + "; there is no bucket " + bucket + " at " + settings.address(), e);
  }

  private StoreException elsewhere(String description, S3Exception e) {
    String region =
        e.awsErrorDetails() == null || e.awsErrorDetails().sdkHttpResponse() == null
            ? "its own"
            : e.awsErrorDetails()
                .sdkHttpResponse()
                .firstMatchingHeader("x-amz-bucket-region")
                .orElse("its own");
    return new StoreException(
        description
            + "; the bucket is not in region "
            + settings.region()
            + ": set fs.headwater.s3.region to "
            + region,
        e);
  }

  private static String code(S3Exception e) {
    AwsErrorDetails details = e.awsErrorDetails();
    return details == null || details.errorCode() == null ? "(no code)" : details.errorCode();
  }

  /** The store's message. The SDK's message repeats the status and the request id. */
  private static String message(S3Exception e) {
    AwsErrorDetails details = e.awsErrorDetails();
    String words = details == null ? null : details.errorMessage();
    String description = words == null ? "(no message)" : words;
    return e.requestId() == null ? description : description + " (request " + e.requestId() + ")";
  }
}
