package io.headwater.store.s3;

import io.headwater.store.Operation;
import io.headwater.store.UnknownLengthStream;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletHeaders;
import io.headwater.store.storlet.StorletRefusal;
import io.headwater.store.storlet.StorletRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** GetObject of a storlet's output for an object. */
final class S3Storlets {
  /** The prefix of error codes that carry a storlet's refusal reason. */
  static final String ERROR = "Storlet";

  /** s3api returns no unknown headers except user metadata. */
  private static final String SOURCE_ETAG = "storlet-source-etag";

  private static final Pattern STDERR = Pattern.compile("(?s)<Stderr>(.*?)</Stderr>");

  private final String bucket;
  private final S3Client client;
  private final S3Errors errors;

  S3Storlets(String bucket, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.client = client;
    this.errors = errors;
  }

  StorletAnswer run(String key, StorletCall call) throws IOException {
    String place = errors.place(Operation.STORLET, key);
    Map<String, String> headers = StorletHeaders.of(call, place);
    GetObjectRequest.Builder request = GetObjectRequest.builder().bucket(bucket).key(key);
    request.overrideConfiguration(override -> headers.forEach(override::putHeader));
    call.ifMatch().ifPresent(etag -> request.ifMatch(S3Names.quoted(etag)));
    // Zero disables a timeout: by default the SDK aborts a body that is not read within a minute.
    ResponseInputStream<GetObjectResponse> response =
        errors.call(
            Operation.STORLET,
            key,
            () ->
                client.getObject(
                    request.build(), ResponseTransformer.toInputStream(Duration.ZERO)));
    GetObjectResponse head = response.response();
    InputStream body =
        errors.watch(new UnknownLengthStream(new S3ResponseBody(response), place), place);
    return StorletAnswer.open(
        S3Names.unquoted(S3Names.lowerCased(head.metadata()).get(SOURCE_ETAG)),
        String.valueOf(head.contentType()),
        body,
        place);
  }

  /** The refusal in an error response whose code is {@link #ERROR} and the reason. */
  static StorletRefusedException refusal(String place, S3Exception e) {
    AwsErrorDetails details = e.awsErrorDetails();
    String reason = details.errorCode().substring(ERROR.length()).toLowerCase(Locale.ROOT);
    String retryAfter = details.sdkHttpResponse().firstMatchingHeader("Retry-After").orElse("");
    StorletRefusal refusal =
        new StorletRefusal(
            reason, String.valueOf(details.errorMessage()), stderr(details), retryAfter);
    return refusal.exception(place + ": " + e.statusCode(), e);
  }

  /** The SDK parses only the members that Amazon defines. */
  private static String stderr(AwsErrorDetails details) {
    if (details.rawResponse() == null) {
      return "";
    }
    Matcher found = STDERR.matcher(details.rawResponse().asUtf8String());
    return found.find()
        ? found
            .group(1)
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
        : "";
  }
}
