package io.headwater.store.swift;

import java.io.Closeable;
import java.io.IOException;

/**
 * An account whose containers share one token, one bounded set of connections, and what the cluster
 * told of itself.
 */
public final class SwiftAccount implements Closeable {
  private final SwiftClient client;
  private final boolean consistentListing;
  private final SwiftErrors errors;
  private final SwiftInfo info;
  private final SwiftStreaming streaming;
  private final OpenPuts openPuts;

  private SwiftAccount(SwiftClient client, SwiftSettings settings) {
    this.client = client;
    this.consistentListing = settings.consistentListing();
    this.streaming = settings.streaming();
    // The other half is for what ends them.
    this.openPuts = new OpenPuts(Math.max(1, settings.maxConnections() / 2), streaming);
    this.errors = new SwiftErrors(client);
    this.info = new SwiftInfo(client);
  }

  /**
   * Prepares to use an account; sends nothing yet.
   *
   * @throws IOException if the settings' CA file cannot be read
   */
  public static SwiftAccount open(SwiftSettings settings) throws IOException {
    return new SwiftAccount(new SwiftClient(settings), settings);
  }

  /** A container of it. Closing the store leaves the account open. */
  public SwiftStore container(String name) {
    return new SwiftStore(name, this, consistentListing, () -> {}, SwiftCopier.SINGLE_COPY_LIMIT);
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
