package io.headwater.store.s3;

import io.headwater.store.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * What requests to a bucket say beside their purpose.
 *
 * @param objects how objects are kept
 * @param requesterPays whether the requests are the requester's to pay
 * @param userAgent what the user agent begins with; empty for Headwater's alone
 * @param untraced what the Referer does not tell of a {@link Trace}; empty for requests without one
 */
public record RequestOptions(
    ObjectOptions objects,
    boolean requesterPays,
    Optional<String> userAgent,
    Optional<Set<String>> untraced) {
  /** Nothing. */
  public static final RequestOptions NONE =
      new RequestOptions(ObjectOptions.DEFAULT, false, Optional.empty(), Optional.empty());

  /** What puts it on the SDK's requests, but for the user agent. */
  List<ExecutionInterceptor> interceptors() {
    return List.of(
        AddedHeaders.of(objects.encryption()),
        AddedHeaders.toNewObjects(header("x-amz-storage-class", objects.storageClass())),
        AddedHeaders.toNewObjects(header("x-amz-acl", objects.acl())),
        AddedHeaders.toAll(requesterPays ? Map.of("x-amz-request-payer", "requester") : Map.of()),
        untraced.map(AddedHeaders::traced).orElse(AddedHeaders.toAll(Map.of())));
  }

  private static Map<String, String> header(String name, Optional<String> value) {
    return value.map(told -> Map.of(name, told)).orElse(Map.of());
  }
}
