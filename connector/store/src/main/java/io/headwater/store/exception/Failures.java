package io.headwater.store.exception;

import java.io.IOException;

/** Interprets the failures of writes. */
public final class Failures {
  private Failures() {}

  /**
   * Whether the store may have applied a write with this failure, or may still apply it. False only
   * for a refusal.
   */
  public static boolean mayHaveBeenApplied(IOException failure) {
    if (failure instanceof TransientStoreException passing) {
      return passing.mayHaveBeenApplied();
    }
    return failure instanceof OutcomeUnknownException || !(failure instanceof StoreException);
  }
}
