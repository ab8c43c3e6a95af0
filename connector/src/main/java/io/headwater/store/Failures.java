package io.headwater.store;

import java.io.IOException;

/** What a failed write leaves open. */
public final class Failures {
  private Failures() {}

  /**
   * Whether the store may have applied a write that failed so, or may yet: unless it was refused.
   */
  public static boolean mayHaveBeenApplied(IOException failure) {
    if (failure instanceof TransientStoreException passing) {
      return passing.mayHaveBeenApplied();
    }
    return failure instanceof OutcomeUnknownException || !(failure instanceof StoreException);
  }
}
