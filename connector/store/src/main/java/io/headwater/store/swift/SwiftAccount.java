package io.headwater.store.swift;

import io.headwater.store.concurrent.Shared;
import io.headwater.store.swift.client.SwiftClient;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.store.swift.client.SwiftStreaming;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/**
 * An account. Its containers share one token, one bounded set of connections, and the cluster's
 * description. All stores of a process with the same settings share one account.
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

  /**
   * The process's account for these settings. Whether listings are consistent is a setting of each
   * store, not of the account.
   */
  static Shared<SwiftSettings, SwiftAccount>.Lease shared(SwiftSettings settings)
      throws IOException {
    return SHARED.lease(settings.withConsistentListing(true));
  }

  /**
   * Opens an account that is not shared. Sends no request.
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
