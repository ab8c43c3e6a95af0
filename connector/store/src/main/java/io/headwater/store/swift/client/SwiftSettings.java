package io.headwater.store.swift.client;

import io.headwater.store.Capability;
import io.headwater.store.swift.auth.Clouds;
import io.headwater.store.swift.auth.EndpointChoice;
import io.headwater.store.swift.auth.Identity;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to reach a Swift account.
 *
 * @param identity the user's identity
 * @param endpoint which of the account's addresses to use
 * @param caFile PEM certificates to trust instead of the Java platform's, or empty for those
 * @param maxConnections the most connections open at once; each open body holds one
 * @param connectTimeout how long to wait for a connection
 * @param socketTimeout how long to wait for the next byte of a response
 * @param consistentListing whether {@link Capability#CONSISTENT_LISTING} is declared
 * @param streaming how objects of unknown length are written
 */
public record SwiftSettings(
    Identity identity,
    EndpointChoice endpoint,
    Optional<Path> caFile,
    int maxConnections,
    Duration connectTimeout,
    Duration socketTimeout,
    boolean consistentListing,
    SwiftStreaming streaming) {
  public SwiftSettings {
    Objects.requireNonNull(identity);
    Objects.requireNonNull(endpoint);
    if (maxConnections < 1) {
      throw new IllegalArgumentException("needs at least one connection: " + maxConnections);
    }
  }

  /**
   * The public endpoint, the platform's trust store, 64 connections, 5 s to connect, 60 s for the
   * next byte, and consistent listings. Spark's tasks open a few files each. A server-side copy
   * sends nothing until it is done.
   */
  public static SwiftSettings defaults(Identity identity) {
    return new SwiftSettings(
        identity,
        EndpointChoice.PUBLIC,
        Optional.empty(),
        64,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        true,
        SwiftStreaming.DEFAULT);
  }

  /** The defaults for a cloud from {@code clouds.yaml} or the {@code OS_*} variables. */
  public static SwiftSettings of(Clouds.Cloud cloud) {
    SwiftSettings settings = defaults(cloud.identity()).withEndpoint(cloud.endpoint());
    return cloud.caFile().map(settings::withCaFile).orElse(settings);
  }

  /** These settings with another endpoint choice. */
  public SwiftSettings withEndpoint(EndpointChoice choice) {
    return new SwiftSettings(
        identity,
        choice,
        caFile,
        maxConnections,
        connectTimeout,
        socketTimeout,
        consistentListing,
        streaming);
  }

  /** These settings with this account address instead of the authentication service's. */
  public SwiftSettings withStorageUrl(URI url) {
    return withEndpoint(new EndpointChoice(endpoint.region(), endpoint.kind(), Optional.of(url)));
  }

  /** These settings with the certificates of a file as the trusted ones. */
  public SwiftSettings withCaFile(Path file) {
    return new SwiftSettings(
        identity,
        endpoint,
        Optional.of(file),
        maxConnections,
        connectTimeout,
        socketTimeout,
        consistentListing,
        streaming);
  }

  /** These settings with other limits; see the record's parameters. */
  public SwiftSettings withBounds(int connections, Duration connect, Duration socket) {
    return new SwiftSettings(
        identity, endpoint, caFile, connections, connect, socket, consistentListing, streaming);
  }

  /** These settings with listings declared consistent or not. */
  public SwiftSettings withConsistentListing(boolean consistent) {
    return new SwiftSettings(
        identity,
        endpoint,
        caFile,
        maxConnections,
        connectTimeout,
        socketTimeout,
        consistent,
        streaming);
  }

  /** These settings with another way of streaming. */
  public SwiftSettings withStreaming(SwiftStreaming way) {
    return new SwiftSettings(
        identity,
        endpoint,
        caFile,
        maxConnections,
        connectTimeout,
        socketTimeout,
        consistentListing,
        way);
  }
}
