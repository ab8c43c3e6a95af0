package io.headwater.store.s3;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * What requests to a bucket say beside their purpose.
 *
 * @param encryption of objects, at rest
 * @param storageClass of new objects, as the service names it; empty for the bucket's own
 * @param acl the canned access control list of new objects; empty for the bucket's own
 * @param requesterPays whether the requests are the requester's to pay
 */
public record RequestOptions(
    Encryption encryption,
    Optional<String> storageClass,
    Optional<String> acl,
    boolean requesterPays) {
  /** Nothing. */
  public static final RequestOptions NONE =
      new RequestOptions(Encryption.NONE, Optional.empty(), Optional.empty(), false);

  /** What puts it on the SDK's requests. */
  List<ExecutionInterceptor> interceptors() {
    return List.of(
        AddedHeaders.of(encryption),
        AddedHeaders.toNewObjects(header("x-amz-storage-class", storageClass)),
        AddedHeaders.toNewObjects(header("x-amz-acl", acl)),
        AddedHeaders.toAll(requesterPays ? Map.of("x-amz-request-payer", "requester") : Map.of()));
  }

  private static Map<String, String> header(String name, Optional<String> value) {
    return value.map(told -> Map.of(name, told)).orElse(Map.of());
  }
}
