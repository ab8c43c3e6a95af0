package io.headwater.store.layers;

import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreUnreachableException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;

/**
 * The attempts of one request. An attempt can fail without revealing whether the store applied it.
 * The refusal of a later conditional write then proves nothing, because the condition may fail
 * because of that attempt.
 */
final class RetryOutcome {
  private final Request request;
  private int tries;
  private TransientStoreException last;
  private TransientStoreException open;

  RetryOutcome(Request request) {
    this.request = request;
  }

  /** Sends one attempt. */
  <T> T send(Call<T> call) throws IOException {
    tries++;
    try {
      return call.send();
    } catch (TransientStoreException failure) {
      if (last != null && last != failure) {
        failure.addSuppressed(last);
      }
      last = failure;
      if (failure.mayHaveBeenApplied()) {
        open = failure;
      }
      throw failure;
    } catch (PreconditionFailedException refusal) {
      if (request.isConditional() && open != null) {
        throw unknown(request, refusal, open);
      }
      throw refusal;
    }
  }

  static OutcomeUnknownException unknown(
      Request request, IOException response, TransientStoreException earlier) {
    OutcomeUnknownException unknown =
        new OutcomeUnknownException(
            request
                + ": an earlier try may have been applied ("
                + earlier.getMessage()
                + "), and the next one failed: "
                + response.getMessage(),
            response);
    unknown.addSuppressed(earlier);
    return unknown;
  }

  /**
   * The last attempt's failure with the number of attempts. If every attempt was certainly not
   * applied, so is the request.
   */
  TransientStoreException gaveUp() {
    String message = last.getMessage() + " (gave up after " + tries + " tries)";
    if (open != null) {
      return new TransientStoreException(message, last);
    }
    return last instanceof ThrottledException
        ? new ThrottledException(message, last)
        : new StoreUnreachableException(message, last);
  }
}
