package io.headwater.store.s3;

import io.headwater.store.concurrent.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Additional content of the requests to a bucket.
 *
 * @param objects how objects are stored
 * @param requesterPays whether the requester pays for the requests
 * @param userAgent the prefix of the user agent, or empty for Headwater's alone
 * @param untraced the attributes of a {@link Trace} that the Referer omits, or empty for no Referer
 */
public record RequestOptions(
    ObjectOptions objects,
    boolean requesterPays,
    Optional<String> userAgent,
    Optional<Set<String>> untraced) {
  /** No options. */
  public static final RequestOptions NONE =
      new RequestOptions(ObjectOptions.DEFAULT, false, Optional.empty(), Optional.empty());

  /** Interceptors that apply the options to the SDK's requests, except the user agent. */
  List<ExecutionInterceptor> interceptors() {
    return List.of(
        AddedHeaders.of(objects.encryption()),
        AddedHeaders.toNewObjects(header("x-amz-storage-class", objects.storageClass())),
        AddedHeaders.toNewObjects(header("x-amz-acl", objects.acl())),
        AddedHeaders.toAll(requesterPays ? Map.of("x-amz-request-payer", "requester") : Map.of()),
        untraced.map(AddedHeaders::traced).orElse(AddedHeaders.toAll(Map.of())));
  }

  private static Map<String, String> header(String name, Optional<String> value) {
    return value.map(present -> Map.of(name, present)).orElse(Map.of());
  }
}
