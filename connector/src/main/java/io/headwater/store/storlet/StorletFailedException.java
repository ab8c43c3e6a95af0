package io.headwater.store.storlet;

import io.headwater.store.StoreException;

/** A storlet failed after its answer had begun: what was read of that is not to be used. */
public final class StorletFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason as {@code protocol/STORLETS.md} names it
   */
  public StorletFailedException(String message, String reason) {
    super(message, null);
    this.reason = reason;
  }

  /** {@code failed}, {@code limit}, {@code input}, ... */
  public String reason() {
    return reason;
  }
}
