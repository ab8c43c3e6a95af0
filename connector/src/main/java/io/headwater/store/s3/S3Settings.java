package io.headwater.store.s3;

import io.headwater.store.Capability;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * How to reach an S3 service. TLS trusts what the Java platform trusts.
 *
 * @param endpoint the service's address; empty for AWS's own in the region
 * @param region what requests are signed for; most services other than AWS take any
 * @param pathStyle whether the bucket stands in the URL's path instead of the host's name
 * @param credentials asked at every request, so that it may rotate them; closed by who made it
 * @param maxConnections the most connections open at once; open bodies hold one each
 * @param connectTimeout how long to wait for a connection to come about
 * @param socketTimeout how long to wait for the next byte of an answer
 * @param requestTimeout how long a request may take until the head of its answer, its body's
 *     sending included; zero for no bound
 * @param capabilities what the service can do; the rest the store refuses without asking it
 */
public record S3Settings(
    Optional<URI> endpoint,
    String region,
    boolean pathStyle,
    AwsCredentialsProvider credentials,
    int maxConnections,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration requestTimeout,
    Set<Capability> capabilities) {
  /**
   * What every known S3 service does. {@link Capability#ATOMIC_CONDITIONS} is not among it:
   * OpenStack Swift answers 412 to {@code If-None-Match: *} and yet lets several racing creators
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
    if (maxConnections < 1) {
      throw new IllegalArgumentException("needs at least one connection: " + maxConnections);
    }
  }

  /**
   * AWS in us-east-1: 64 connections (Spark's tasks open a few files each), 5 s to connect, 60 s
   * for the next byte (a large CompleteMultipartUpload can be silent for long), no bound on a
   * request, {@link #COMMON_CAPABILITIES}.
   */
  public static S3Settings defaults(AwsCredentialsProvider credentials) {
    return new S3Settings(
        Optional.empty(),
        "us-east-1",
        false,
        credentials,
        64,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        Duration.ZERO,
        COMMON_CAPABILITIES);
  }

  /** These settings for another service, buckets in the path, as most such services want it. */
  public S3Settings withEndpoint(URI address) {
    return new S3Settings(
        Optional.of(address),
        region,
        true,
        credentials,
        maxConnections,
        connectTimeout,
        socketTimeout,
        requestTimeout,
        capabilities);
  }

  /** These settings with other declared capabilities. */
  public S3Settings withCapabilities(Set<Capability> declared) {
    return new S3Settings(
        endpoint,
        region,
        pathStyle,
        credentials,
        maxConnections,
        connectTimeout,
        socketTimeout,
        requestTimeout,
        declared);
  }

  /** These settings with other credentials. */
  public S3Settings withCredentials(AwsCredentialsProvider provider) {
    return new S3Settings(
        endpoint,
        region,
        pathStyle,
        provider,
        maxConnections,
        connectTimeout,
        socketTimeout,
        requestTimeout,
        capabilities);
  }

  /** Where requests go, for messages. */
  String address() {
    return endpoint.map(URI::toString).orElse("AWS S3 in " + region);
  }
}
