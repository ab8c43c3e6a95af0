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
 * @param learnsConditions whether the conditions that the service honours are found out, instead of
 *     those in the capabilities
 */
public record S3Settings(
    Optional<URI> endpoint,
    String region,
    boolean pathStyle,
    AwsCredentialsProvider credentials,
    S3Network network,
    RequestOptions options,
    Set<Capability> capabilities,
    boolean learnsConditions) {
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
          Capability.CONDITIONAL_COMPLETION,
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
        COMMON_CAPABILITIES,
        false);
  }

  /** These settings for another service, with the bucket in the path, which most services need. */
  public S3Settings withEndpoint(URI address) {
    return with(Optional.of(address), true, credentials, network, options);
  }

  /** These settings with other declared capabilities. */
  public S3Settings withCapabilities(Set<Capability> declared) {
    return new S3Settings(
        endpoint, region, pathStyle, credentials, network, options, declared, false);
  }

  /** These settings with conditions that are found out. */
  public S3Settings learningConditions() {
    return new S3Settings(
        endpoint, region, pathStyle, credentials, network, options, capabilities, true);
  }

  /** These settings with other credentials. */
  public S3Settings withCredentials(AwsCredentialsProvider provider) {
    return with(endpoint, pathStyle, provider, network, options);
  }

  /** These settings with other connections. */
  public S3Settings withNetwork(S3Network other) {
    return with(endpoint, pathStyle, credentials, other, options);
  }

  /** These settings with other request options. */
  public S3Settings withOptions(RequestOptions other) {
    return with(endpoint, pathStyle, credentials, network, other);
  }

  private S3Settings with(
      Optional<URI> address,
      boolean inPath,
      AwsCredentialsProvider provider,
      S3Network connections,
      RequestOptions content) {
    return new S3Settings(
        address, region, inPath, provider, connections, content, capabilities, learnsConditions);
  }

  /** The service's address, for messages. */
  String address() {
    return endpoint.map(URI::toString).orElse("AWS S3 in " + region);
  }
}
