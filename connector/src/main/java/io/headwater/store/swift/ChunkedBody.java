package io.headwater.store.swift;

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
 * A body in chunks (RFC 9112, section 7.1) that another thread writes: the one that sends the
 * request hands the connection's stream over and waits until the body ends.
 */
final class ChunkedBody extends AbstractHttpEntity {
  private final CompletableFuture<OutputStream> connection = new CompletableFuture<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile Cancellable request = () -> false;

  ChunkedBody(ContentType type) {
    super(type, null, true);
  }

  /** Tells what sends it, so that it can be cut off. */
  void sentBy(Cancellable sender) {
    request = sender;
  }

  /** The connection, as soon as the server wants the body; or the reason why it never will. */
  CompletableFuture<OutputStream> connection() {
    return connection;
  }

  /** All is written. */
  void end() {
    end.complete(null);
  }

  /** Cuts the connection, so that the server never takes what it has for the whole. */
  void cut() {
    // In this order: HTTP's stream writes the last chunk when it is closed, whatever happened, so
    // the connection has to be gone before the sender goes on.
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

  /** As long as none of it was sent. */
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
