package io.headwater.store;

import java.io.IOException;

/**
 * How a stream sends the requests that may be repeated, which are all but those that carry bytes as
 * they are written. Layers around a store send them as they send every other request.
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

  /** A request that can be sent, once each time it is called. */
  @FunctionalInterface
  interface Repeatable<T> {
    /** Sends it. */
    T send() throws IOException;
  }

  /** Sends a request: once, several times, or not at all. */
  <T> T send(Operation operation, Repeatable<T> request) throws IOException;
}
