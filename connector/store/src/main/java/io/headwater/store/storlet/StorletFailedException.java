package io.headwater.store.storlet;

import io.headwater.store.exception.StoreException;

/** A storlet failed after its response had begun. Discard the part that was read. */
public final class StorletFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason from {@code protocol/STORLETS.md}
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
