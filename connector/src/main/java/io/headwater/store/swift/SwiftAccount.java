package io.headwater.store.swift;

import io.headwater.store.Shared;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/**
 * An account whose containers share one token, one bounded set of connections, and what the cluster
 * told of itself: all stores of a process that are opened with the same settings have one.
 */
public final class SwiftAccount implements Closeable {
  private static final Shared<SwiftSettings, SwiftAccount> SHARED =
      new Shared<>(SwiftAccount::open);

  private final SwiftClient client;
  private final SwiftErrors errors;
  private final SwiftInfo info;
  private final SwiftStreaming streaming;
  private final OpenStreams openStreams;
  private final Duration longestWait;

  private SwiftAccount(SwiftClient client, SwiftSettings settings) {
    this.client = client;
    this.streaming = settings.streaming();
    this.longestWait = settings.socketTimeout();
    // The other half is for all other requests.
    this.openStreams = new OpenStreams(settings.maxConnections() / 2, streaming);
    this.errors = new SwiftErrors(client);
    this.info = new SwiftInfo(client);
  }

  /** The process's account for these settings; what a listing shows is its containers' matter. */
  static Shared<SwiftSettings, SwiftAccount>.Lease shared(SwiftSettings settings)
      throws IOException {
    return SHARED.lease(settings.withConsistentListing(true));
  }

  /**
   * Prepares to use an account of one's own; sends nothing yet.
   *
   * @throws IOException if the settings' CA file cannot be read
   */
  public static SwiftAccount open(SwiftSettings settings) throws IOException {
    return new SwiftAccount(new SwiftClient(settings), settings);
  }

  SwiftClient client() {
    return client;
  }

  SwiftErrors errors() {
    return errors;
  }

  SwiftInfo info() {
    return info;
  }

  SwiftStreaming streaming() {
    return streaming;
  }

  OpenStreams openStreams() {
    return openStreams;
  }

  Duration longestWait() {
    return longestWait;
  }

  @Override
  public void close() throws IOException {
    openStreams.close();
    client.close();
  }
}
