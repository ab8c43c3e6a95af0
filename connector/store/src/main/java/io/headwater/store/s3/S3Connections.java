package io.headwater.store.s3;

import io.headwater.store.concurrent.Shared;
import io.headwater.store.content.OpenBodies;
import java.io.Closeable;
import java.io.IOException;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The SDK's client with its bounded set of connections. All buckets of a process with the same
 * settings share it.
 *
 * @param bodies the response bodies that hold connections
 */
record S3Connections(S3Client client, OpenBodies bodies) implements Closeable {
  private static final Shared<S3Settings, S3Connections> SHARED = new Shared<>(S3Connections::open);

  /**
   * The connections for these settings. The service's capabilities are settings of each bucket, not
   * of its connections.
   */
  static Shared<S3Settings, S3Connections>.Lease shared(S3Settings settings) throws IOException {
    return SHARED.lease(settings.withCapabilities(S3Settings.COMMON_CAPABILITIES));
  }

  /** Opens connections that are not shared. Sends no request. */
  static S3Connections open(S3Settings settings) throws IOException {
    return new S3Connections(
        S3ClientFactory.create(settings), new OpenBodies(settings.network().maxConnections()));
  }

  @Override
  public void close() {
    client.close();
  }
}
