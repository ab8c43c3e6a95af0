package io.headwater.store.s3;

import io.headwater.store.Capability;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * How to reach an S3 service, and the additional content of its requests.
 *
 * @param endpoint the service's address, or empty for AWS in the region
 * @param region the region that requests are signed for; most services other than AWS accept any
 * @param pathStyle whether the bucket is in the URL's path instead of the host name
 * @param credentials queried for every request, so that it may rotate them; closed by its creator
 * @param network connections and timeouts
 * @param options additional content of requests
 * @param capabilities what the service can do; the store refuses the rest without a request
 */
public record S3Settings(
    Optional<URI> endpoint,
    String region,
    boolean pathStyle,
    AwsCredentialsProvider credentials,
    S3Network network,
    RequestOptions options,
    Set<Capability> capabilities) {
  /**
   * The capabilities of every known S3 service. {@link Capability#ATOMIC_CONDITIONS} is missing:
   * OpenStack Swift responds with 412 to {@code If-None-Match: *}, yet several racing creators may
   * win.
   */
  public static final Set<Capability> COMMON_CAPABILITIES =
      Set.of(
          Capability.MULTIPART_UPLOAD,
          Capability.BULK_DELETE,
          Capability.CREATE_IF_ABSENT,
          Capability.CONSISTENT_LISTING,
          Capability.STORLETS);

  public S3Settings {
    capabilities = Set.copyOf(capabilities);
  }

  /**
   * AWS in us-east-1, {@link S3Network#DEFAULT}, {@link RequestOptions#NONE}, {@link
   * #COMMON_CAPABILITIES}.
   */
  public static S3Settings defaults(AwsCredentialsProvider credentials) {
    return new S3Settings(
        Optional.empty(),
        "us-east-1",
        false,
        credentials,
        S3Network.DEFAULT,
        RequestOptions.NONE,
        COMMON_CAPABILITIES);
  }

  /** These settings for another service, with the bucket in the path, which most services need. */
  public S3Settings withEndpoint(URI address) {
    return new S3Settings(
        Optional.of(address), region, true, credentials, network, options, capabilities);
  }

  /** These settings with other declared capabilities. */
  public S3Settings withCapabilities(Set<Capability> declared) {
    return new S3Settings(endpoint, region, pathStyle, credentials, network, options, declared);
  }

  /** These settings with other credentials. */
  public S3Settings withCredentials(AwsCredentialsProvider provider) {
    return new S3Settings(endpoint, region, pathStyle, provider, network, options, capabilities);
  }

  /** These settings with other connections. */
  public S3Settings withNetwork(S3Network other) {
    return new S3Settings(endpoint, region, pathStyle, credentials, other, options, capabilities);
  }

  /** These settings with other request options. */
  public S3Settings withOptions(RequestOptions other) {
    return new S3Settings(endpoint, region, pathStyle, credentials, network, other, capabilities);
  }

  /** The service's address, for messages. */
  String address() {
    return endpoint.map(URI::toString).orElse("AWS S3 in " + region);
  }
}
