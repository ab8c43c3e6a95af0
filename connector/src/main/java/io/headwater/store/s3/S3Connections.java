package io.headwater.store.s3;

import io.headwater.store.OpenBodies;
import io.headwater.store.Shared;
import java.io.Closeable;
import java.io.IOException;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The SDK's client and its bounded set of connections, which all buckets of a process that are
 * opened with the same settings share.
 *
 * @param bodies what holds connections after its answer has begun
 */
record S3Connections(S3Client client, OpenBodies bodies) implements Closeable {
  private static final Shared<S3Settings, S3Connections> SHARED = new Shared<>(S3Connections::open);

  /** Those for the settings; what a service can do is its buckets' matter. */
  static Shared<S3Settings, S3Connections>.Lease shared(S3Settings settings) throws IOException {
    return SHARED.lease(settings.withCapabilities(S3Settings.COMMON_CAPABILITIES));
  }

  /** Of one's own; sends nothing yet. */
  static S3Connections open(S3Settings settings) throws IOException {
    return new S3Connections(
        S3ClientFactory.create(settings), new OpenBodies(settings.network().maxConnections()));
  }

  @Override
  public void close() {
    client.close();
  }
}
