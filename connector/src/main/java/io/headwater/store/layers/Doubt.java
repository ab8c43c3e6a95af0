package io.headwater.store.layers;

import io.headwater.store.OutcomeUnknownException;
import io.headwater.store.PreconditionFailedException;
import io.headwater.store.StoreUnreachableException;
import io.headwater.store.ThrottledException;
import io.headwater.store.TransientStoreException;
import java.io.IOException;

/**
 * The tries of one request. Once a try failed in a way that leaves open whether the store applied
 * it, a conditional write's refusal proves nothing: the condition may fail because of that very
 * try.
 */
final class Doubt {
  private final Request request;
  private int tries;
  private TransientStoreException last;
  private TransientStoreException open;

  Doubt(Request request) {
    this.request = request;
  }

  /** Sends one try. */
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
      Request request, IOException answer, TransientStoreException earlier) {
    OutcomeUnknownException unknown =
        new OutcomeUnknownException(
            request
                + ": an earlier try may have been applied ("
                + earlier.getMessage()
                + "), and the next one was answered: "
                + answer.getMessage(),
            answer);
    unknown.addSuppressed(earlier);
    return unknown;
  }

  /** The last try's failure with the number of tries; it says "surely not applied" if all do. */
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
