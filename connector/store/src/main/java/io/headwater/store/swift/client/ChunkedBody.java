package io.headwater.store.swift.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/**
 * A body in chunks (RFC 9112, section 7.1) that another thread writes. The thread that sends the
 * request hands over the connection's stream and waits until the body ends.
 */
public final class ChunkedBody extends AbstractHttpEntity {
  private final CompletableFuture<OutputStream> connection = new CompletableFuture<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile Cancellable request = () -> false;

  public ChunkedBody(ContentType type) {
    super(type, null, true);
  }

  /** Sets the request that sends this body, so that {@link #cut} can cancel it. */
  void sentBy(Cancellable sender) {
    request = sender;
  }

  /**
   * The connection, once the server accepts the body. Completes exceptionally if the server never
   * does.
   */
  public CompletableFuture<OutputStream> connection() {
    return connection;
  }

  /** Ends the body after its last byte. */
  public void end() {
    end.complete(null);
  }

  /**
   * Cuts the connection, so that the server does not take the bytes so far for the complete body.
   */
  public void cut() {
    // The order matters: HTTP's stream writes the last chunk whenever it is closed. The connection
    // must be closed before the sender continues.
    request.cancel();
    end.completeExceptionally(new IOException("the body was cut off"));
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (!connection.complete(out)) {
      throw new IOException("the body is sent already");
    }
    try {
      end.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      request.cancel();
      throw new InterruptedIOException("interrupted while a body was written");
    }
  }

  /** True until the first byte was sent. */
  @Override
  public boolean isRepeatable() {
    return !connection.isDone();
  }

  @Override
  public long getContentLength() {
    return -1;
  }

  @Override
  public boolean isStreaming() {
    return !isRepeatable();
  }

  @Override
  public InputStream getContent() {
    throw new UnsupportedOperationException("the body is written, not read");
  }

  @Override
  public void close() {}
}
