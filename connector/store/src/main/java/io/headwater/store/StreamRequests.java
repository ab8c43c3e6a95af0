package io.headwater.store;

import java.io.IOException;

/**
 * How a stream sends its repeatable requests: all except those that carry bytes as they are
 * written. Layers around a store handle them like every other request.
 */
public interface StreamRequests {
  /** Sends each request once. */
  StreamRequests DIRECT =
      new StreamRequests() {
        @Override
        public <T> T send(Operation operation, Repeatable<T> request) throws IOException {
          return request.send();
        }
      };

  /** A request that is sent once for each call. */
  @FunctionalInterface
  interface Repeatable<T> {
    /** Sends the request. */
    T send() throws IOException;
  }

  /** Sends a request: once, several times, or not at all. */
  <T> T send(Operation operation, Repeatable<T> request) throws IOException;
}
