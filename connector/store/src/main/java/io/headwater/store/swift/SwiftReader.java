package io.headwater.store.swift;

import io.headwater.store.GetOptions;
import io.headwater.store.LengthCheckedStream;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** HEAD and GET of objects. A large object is read as its complete content. */
final class SwiftReader {
  /** RFC 9110, section 14.4. */
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

  private final String container;
  private final SwiftErrors errors;
  private final SwiftInfo info;

  SwiftReader(String container, SwiftErrors errors, SwiftInfo info) {
    this.container = container;
    this.errors = errors;
    this.info = info;
  }

  ObjectInfo head(String key) throws IOException {
    return look(key).info();
  }

  /**
   * An object's metadata and its kind, from a HEAD. An object server may have missed an overwrite
   * or a delete, so Swift compares all replicas. A GET with an ETag needs no such header: after a
   * 412, Swift goes on to the next server.
   */
  SeenObject look(String key) throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.HEAD, "HEAD", container, key).with("X-Newest", "true");
    SwiftErrors.Response response = errors.call(request);
    long length = length(request.description(), response.header("Content-Length"));
    return new SeenObject(info(key, response.head(), length), LargeObject.of(response.head()));
  }

  ObjectBody get(String key, GetOptions options) throws IOException {
    SwiftRequest request = SwiftRequest.of(Operation.GET, "GET", container, key);
    if (options.range().isPresent()) {
      request = request.with("Range", options.range().get().toHeader());
    }
    boolean isChecked = options.ifMatch().isPresent() && info.isGateway();
    if (options.ifMatch().isPresent() && !isChecked) {
      request = request.with("If-Match", SwiftNames.quoted(options.ifMatch().get()));
    }
    ClassicHttpResponse response = errors.open(request);
    try {
      if (isChecked) {
        requireMatch(options.ifMatch().get(), request.description(), response);
      }
      return body(key, request.description(), options.range(), response);
    } catch (StoreException e) {
      response.close();
      throw e;
    }
  }

  /** Ceph's gateway compares a condition with the ETag of a large object's manifest. */
  private static void requireMatch(String etag, String place, ClassicHttpResponse response)
      throws StoreException {
    String found = SwiftNames.unquoted(SwiftNames.header(response, "ETag"));
    if (!found.equals(etag)) {
      throw new PreconditionFailedException(
          place + ": the object has ETag " + found + ", not " + etag, null);
    }
  }

  private ObjectBody body(
      String key, String place, Optional<ByteRange> range, ClassicHttpResponse response)
      throws IOException {
    long length = length(place, SwiftNames.header(response, "Content-Length"));
    long start = 0;
    long whole = length;
    String value = SwiftNames.header(response, "Content-Range");
    if (!value.isEmpty()) {
      Matcher parts = CONTENT_RANGE.matcher(value);
      if (!parts.matches()) {
        throw new StoreException(place + ": Content-Range: " + value, null);
      }
      start = Long.parseLong(parts.group(1));
      whole = Long.parseLong(parts.group(3));
    }
    if (range.isPresent() && start != expectedStart(range.get(), whole)) {
      throw new StoreException(
          place + ": requested " + range.get().toHeader() + ", received bytes from " + start, null);
    }
    InputStream stream =
        errors.watch(
            new LengthCheckedStream(new SwiftResponseBody(response), place, length), place);
    return new ObjectBody(info(key, response, whole), start, length, stream);
  }

  /** Swift omits the length of a DLO with more segments than one listing page shows. */
  private static long length(String place, String value) throws StoreException {
    if (value.isEmpty()) {
      throw new StoreException(place + ": the response has no Content-Length", null);
    }
    return Long.parseLong(value);
  }

  private static long expectedStart(ByteRange range, long whole) {
    return range.start() < 0 ? Math.max(0, whole + range.start()) : range.start();
  }

  private static ObjectInfo info(String key, ClassicHttpResponse response, long length) {
    return new ObjectInfo(
            key,
            length,
            SwiftNames.unquoted(SwiftNames.header(response, "ETag")),
            SwiftNames.lastModified(response),
            SwiftNames.metadata(response))
        .withType(SwiftNames.header(response, "Content-Type"));
  }
}
