package io.headwater.store.layers;

import java.io.IOException;

/** A request that can be sent, once each time it is called. */
@FunctionalInterface
public interface Call<T> {
  /** Sends it and waits for the answer's head. */
  T send() throws IOException;
}
