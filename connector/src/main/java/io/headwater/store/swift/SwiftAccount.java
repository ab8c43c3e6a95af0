package io.headwater.store.swift;

import io.headwater.store.Shared;
import java.io.Closeable;
import java.io.IOException;

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
  private final OpenPuts openPuts;

  private SwiftAccount(SwiftClient client, SwiftSettings settings) {
    this.client = client;
    this.streaming = settings.streaming();
    // The other half is for what ends them.
    this.openPuts = new OpenPuts(Math.max(1, settings.maxConnections() / 2), streaming);
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

  OpenPuts openPuts() {
    return openPuts;
  }

  @Override
  public void close() throws IOException {
    openPuts.close();
    client.close();
  }
}
