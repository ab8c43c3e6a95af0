package io.headwater.store.s3;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How an S3 service is talked to.
 *
 * @param maxConnections the most connections open at once; open bodies hold one each
 * @param connectTimeout how long to wait for a connection to come about
 * @param socketTimeout how long to wait for the next byte of an answer
 * @param requestTimeout how long a request may take until the head of its answer, its body's
 *     sending included; zero for no bound
 * @param proxy what stands between; empty for what Java's system properties or the environment tell
 * @param caFile certificates in PEM form to trust instead of the Java platform's; empty for those
 */
public record S3Network(
    int maxConnections,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration requestTimeout,
    Optional<S3Proxy> proxy,
    Optional<Path> caFile) {
  /**
   * 64 connections (Spark's tasks open a few files each), 5 s to connect, 60 s for the next byte (a
   * large CompleteMultipartUpload can be silent for long), no bound on a request, the platform's
   * proxy and trust.
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

  /** The bound of a request's time, if it has one. */
  Optional<Duration> requestBound() {
    return Optional.of(requestTimeout).filter(timeout -> timeout.compareTo(Duration.ZERO) > 0);
  }

  /** The same with another wait for the next byte. */
  S3Network withSocketTimeout(Duration other) {
    return new S3Network(maxConnections, connectTimeout, other, requestTimeout, proxy, caFile);
  }

  /** The same by the platform's proxy and trust. */
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
