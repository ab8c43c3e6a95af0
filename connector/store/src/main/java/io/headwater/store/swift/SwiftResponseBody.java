package io.headwater.store.swift;

import io.headwater.store.ResponseBody;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * The body of a response of Apache's HTTP client. Closing a response that has an entity reads the
 * entity to its end. Closing one without an entity closes its connection.
 */
final class SwiftResponseBody implements ResponseBody {
  private final ClassicHttpResponse response;
  private final InputStream stream;

  SwiftResponseBody(ClassicHttpResponse response) throws IOException {
    this.response = response;
    this.stream =
        response.getEntity() == null
            ? InputStream.nullInputStream()
            : response.getEntity().getContent();
  }

  @Override
  public InputStream stream() {
    return stream;
  }

  @Override
  public void release() throws IOException {
    try (response) {
      stream.close();
    }
  }

  @Override
  public void abort() throws IOException {
    response.setEntity(null);
    response.close();
  }
}
