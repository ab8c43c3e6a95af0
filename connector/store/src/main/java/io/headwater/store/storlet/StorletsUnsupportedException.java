package io.headwater.store.storlet;

import io.headwater.store.exception.StoreException;

/** The store ran no storlet. It sent the object itself, of which nothing was read. */
public final class StorletsUnsupportedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** The message names the request. */
  public StorletsUnsupportedException(String message) {
    super(message, null);
  }
}
