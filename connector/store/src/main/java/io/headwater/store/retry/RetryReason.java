package io.headwater.store.retry;

import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.storlet.StorletNames.Reason;
import io.headwater.store.storlet.StorletRefusedException;

/** Why an operation is repeated. */
public enum RetryReason {
  /** A broken connection, a timeout, a refusal because of load, or a server error. */
  TRANSIENT("a temporary failure"),

  /** The response was lost. The store may have applied the request. */
  LOST("a lost response"),

  /** The store is too busy to run storlets. */
  BUSY("a refusal because of load"),

  /** Another writer replaced or deleted the object meanwhile. */
  CHANGED("another writer's change"),

  /** Another writer's claim is valid. */
  CLAIMED("another writer's claim"),

  /** A repetition would not help. */
  NONE("nothing");

  private final String description;

  RetryReason(String description) {
    this.description = description;
  }

  /** A noun phrase for the documentation. */
  public String description() {
    return description;
  }

  /** The reason to repeat an attempt that failed. */
  public static RetryReason of(Throwable failure) {
    if (failure instanceof TransientStoreException) {
      return TRANSIENT;
    }
    if (failure instanceof OutcomeUnknownException) {
      return LOST;
    }
    if (failure instanceof PreconditionFailedException
        || failure instanceof ObjectNotFoundException) {
      return CHANGED;
    }
    if (failure instanceof StorletRefusedException refused && isBusy(refused.reason())) {
      return BUSY;
    }
    return NONE;
  }

  private static boolean isBusy(String reason) {
    return reason.equals(Reason.BUSY) || reason.equals(Reason.ENGINE);
  }
}
