package io.headwater.store.exception;

import java.io.IOException;

/**
 * A store's refusal or failure. The message contains the request, the object, the response and, if
 * useful, a solution. It never contains a credential. Code should act on the subclass.
 */
public class StoreException extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
