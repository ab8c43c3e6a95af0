package io.headwater.store.s3;

import io.headwater.store.GetOptions;
import io.headwater.store.LengthCheckedStream;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** HeadObject, and GetObject of complete objects and ranges. */
final class S3Reader {
  /** RFC 9110, section 14.4. */
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

  private final String bucket;
  private final S3Client client;
  private final S3Errors errors;

  S3Reader(String bucket, S3Client client, S3Errors errors) {
    this.bucket = bucket;
    this.client = client;
    this.errors = errors;
  }

  ObjectInfo head(String key) throws IOException {
    HeadObjectResponse response =
        errors.call(
            Operation.HEAD,
            key,
            () -> client.headObject(request -> request.bucket(bucket).key(key)));
    return new ObjectInfo(
            key,
            response.contentLength(),
            S3Names.unquoted(response.eTag()),
            response.lastModified(),
            S3Names.lowerCased(response.metadata()))
        .withType(response.contentType());
  }

  ObjectBody get(String key, GetOptions options) throws IOException {
    GetObjectRequest.Builder request = GetObjectRequest.builder().bucket(bucket).key(key);
    options.range().ifPresent(range -> request.range(range.toHeader()));
    options.ifMatch().ifPresent(etag -> request.ifMatch(S3Names.quoted(etag)));
    // Zero disables a timeout: by default the SDK aborts a body that is not read within a minute.
    ResponseInputStream<GetObjectResponse> response =
        errors.call(
            Operation.GET,
            key,
            () ->
                client.getObject(
                    request.build(), ResponseTransformer.toInputStream(Duration.ZERO)));
    try {
      return body(key, options.range(), response);
    } catch (StoreException e) {
      response.abort();
      throw e;
    }
  }

  private ObjectBody body(
      String key, Optional<ByteRange> range, ResponseInputStream<GetObjectResponse> response)
      throws StoreException {
    GetObjectResponse head = response.response();
    String place = errors.place(Operation.GET, key);
    if (head.contentLength() == null) {
      throw new StoreException(place + ": the response has no Content-Length", null);
    }
    long length = head.contentLength();
    long start = 0;
    long whole = length;
    if (head.contentRange() != null) {
      Matcher interval = CONTENT_RANGE.matcher(head.contentRange());
      if (!interval.matches()) {
        throw new StoreException(place + ": Content-Range: " + head.contentRange(), null);
      }
      start = Long.parseLong(interval.group(1));
      whole = Long.parseLong(interval.group(3));
    }
    if (range.isPresent() && start != expectedStart(range.get(), whole)) {
      throw new StoreException(
          place + ": requested " + range.get().toHeader() + ", received bytes from " + start, null);
    }
    ObjectInfo info =
        new ObjectInfo(
                key,
                whole,
                S3Names.unquoted(head.eTag()),
                head.lastModified(),
                S3Names.lowerCased(head.metadata()))
            .withType(head.contentType());
    InputStream stream =
        errors.watch(new LengthCheckedStream(new S3ResponseBody(response), place, length), place);
    return new ObjectBody(info, start, length, stream);
  }

  private static long expectedStart(ByteRange range, long whole) {
    return range.start() < 0 ? Math.max(0, whole + range.start()) : range.start();
  }
}
