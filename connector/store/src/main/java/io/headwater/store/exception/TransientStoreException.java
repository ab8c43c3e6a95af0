package io.headwater.store.exception;

/**
 * The request failed for a transient cause: no connection, a truncated response, or a 5xx status. A
 * write with this failure may have been applied.
 */
public class TransientStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  public TransientStoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether the store may have applied a write with this failure. */
  public boolean mayHaveBeenApplied() {
    return true;
  }
}
