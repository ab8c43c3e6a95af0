package io.headwater.testing;

import io.headwater.store.s3.S3ClientFactory;
import io.headwater.store.s3.S3Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket of one test. Closing it deletes it and its content. */
public final class TestBucket implements AutoCloseable {
  private final TestServer server;
  private final String name;
  private final S3Client client;

  private TestBucket(TestServer server, String name) {
    this.server = server;
    this.name = name;
    try {
      this.client = S3ClientFactory.create(server.settings());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TestBucket create(TestServer server) {
    TestBucket bucket = new TestBucket(server, "headwater-" + UUID.randomUUID());
    bucket.client.createBucket(request -> request.bucket(bucket.name));
    return bucket;
  }

  /** The bucket's name. */
  public String name() {
    return name;
  }

  /** The bucket's server. */
  public TestServer server() {
    return server;
  }

  /** A new store for it, which the caller closes. */
  public S3Store open() {
    try {
      return S3Store.open(name, server.settings());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (client) {
      client
          .listMultipartUploadsPaginator(request -> request.bucket(name))
          .uploads()
          .forEach(
              upload ->
                  client.abortMultipartUpload(
                      request ->
                          request.bucket(name).key(upload.key()).uploadId(upload.uploadId())));
      client
          .listObjectsV2Paginator(request -> request.bucket(name))
          .contents()
          .forEach(
              object -> client.deleteObject(request -> request.bucket(name).key(object.key())));
      client.deleteBucket(request -> request.bucket(name));
    }
  }
}
