package io.headwater.store.exception;

/**
 * The store refused the request because of load (429, or 503 with the code SlowDown) or a
 * concurrent request on the same key (409). It refused before applying anything, so the request was
 * certainly not applied.
 */
public class ThrottledException extends TransientStoreException {
  private static final long serialVersionUID = 1L;

  public ThrottledException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean mayHaveBeenApplied() {
    return false;
  }
}
