package io.headwater.store.layers;

import java.io.IOException;

/** A request that is sent once for each call. */
@FunctionalInterface
public interface Call<T> {
  /** Sends the request and waits for the head of the response. */
  T send() throws IOException;
}
