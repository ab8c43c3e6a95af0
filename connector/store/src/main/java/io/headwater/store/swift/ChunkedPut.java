package io.headwater.store.swift;

import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.client.ChunkedBody;
import io.headwater.store.swift.client.SentContent;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * One PUT whose bytes are sent as they are written. Swift creates the object when the last, empty
 * chunk arrives. Until then no object exists, and a broken connection creates none.
 */
final class ChunkedPut {
  private final SwiftRequest request;
  private final ChunkedBody body;
  private final CompletableFuture<SwiftErrors.Response> pending = new CompletableFuture<>();
  private final MessageDigest md5 = SentContent.digest();
  private final OutputStream connection;
  private long length;

  /**
   * Starts the request. Returns when the server accepts the body.
   *
   * @param sender runs the complete request
   */
  ChunkedPut(SwiftRequest request, SwiftErrors errors, Executor sender) throws IOException {
    this.request = request;
    this.body = new ChunkedBody(SwiftTypes.BYTES);
    sender.execute(() -> send(errors));
    try {
      connection = WorkerPool.await(body.connection());
    } catch (IOException | RuntimeException e) {
      body.cut();
      throw e;
    }
  }

  private void send(SwiftErrors errors) {
    try {
      pending.complete(errors.putChunked(request, body));
    } catch (IOException | RuntimeException | Error e) {
      body.connection().completeExceptionally(e);
      pending.completeExceptionally(e);
    }
  }

  /** The bytes written so far. */
  long length() {
    return length;
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    try {
      connection.write(bytes, offset, count);
    } catch (IOException e) {
      throw broken(e);
    }
    md5.update(bytes, offset, count);
    length += count;
  }

  private TransientStoreException broken(IOException cause) {
    return new TransientStoreException(
        request.description()
            + ": the connection broke after "
            + length
            + " bytes of a stream. No copy of them was kept to send again. Write the "
            + "object again, or set fs.headwater.upload.policy to buffer ("
            + cause
            + ")",
        cause);
  }

  /**
   * Sends the last chunk.
   *
   * @return the response, after a check that its ETag is the MD5 of the written bytes
   */
  SwiftErrors.Response finish() throws IOException {
    body.end();
    SwiftErrors.Response response = WorkerPool.await(pending);
    SwiftErrors.requireEtag(request, response, HexFormat.of().formatHex(md5.digest()));
    return response;
  }

  /** Ends the request without creating an object. */
  void cut() {
    body.cut();
  }
}
