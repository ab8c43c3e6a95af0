package io.headwater.store;

import java.io.IOException;

/**
 * A store's refusal or failure. The message says what was asked, of which object, what came back
 * and, where it helps, what to do; it never holds a credential. The subclass is what code may act
 * on.
 */
public class StoreException extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
