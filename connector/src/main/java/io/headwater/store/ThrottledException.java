package io.headwater.store;

/**
 * The store turned the request away for load (429, or 503 with the code SlowDown) or because
 * another request on the same key was in flight (409), before applying anything: surely not
 * applied.
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
