package io.headwater.store;

/**
 * The request failed for a cause that may pass (no connection, a cut answer, a 5xx status). A write
 * that failed so may have been applied.
 */
public class TransientStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  public TransientStoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether the store may have applied a write that failed so. */
  public boolean mayHaveBeenApplied() {
    return true;
  }
}
