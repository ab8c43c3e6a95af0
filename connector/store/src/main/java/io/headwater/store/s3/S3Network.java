package io.headwater.store.s3;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Connections to an S3 service.
 *
 * @param maxConnections the most connections open at once; each open body holds one
 * @param connectTimeout how long to wait for a connection
 * @param socketTimeout how long to wait for the next byte of a response
 * @param requestTimeout how long a request may take until the head of its response, including
 *     sending its body, or zero for no limit
 * @param proxy the proxy, or empty for Java's system properties or the environment
 * @param caFile PEM certificates to trust instead of the Java platform's, or empty for those
 */
public record S3Network(
    int maxConnections,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration requestTimeout,
    Optional<S3Proxy> proxy,
    Optional<Path> caFile) {
  /**
   * 64 connections, 5 s to connect, 60 s for the next byte, no limit of a request's time, the
   * platform's proxy and trust store. Spark's tasks open a few files each. A large
   * CompleteMultipartUpload can be silent for long.
   */
  public static final S3Network DEFAULT =
      new S3Network(
          64,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ZERO,
          Optional.empty(),
          Optional.empty());

  public S3Network {
    if (maxConnections < 1) {
      throw new IllegalArgumentException("needs at least one connection: " + maxConnections);
    }
  }

  /** The limit of a request's time, if there is one. */
  Optional<Duration> requestBound() {
    return Optional.of(requestTimeout).filter(timeout -> timeout.compareTo(Duration.ZERO) > 0);
  }

  /** These settings with another wait for the next byte. */
  S3Network withSocketTimeout(Duration other) {
    return new S3Network(maxConnections, connectTimeout, other, requestTimeout, proxy, caFile);
  }

  /** These settings with the platform's proxy and trust store. */
  S3Network ofPlatform() {
    return new S3Network(
        maxConnections,
        connectTimeout,
        socketTimeout,
        requestTimeout,
        Optional.empty(),
        Optional.empty());
  }
}
