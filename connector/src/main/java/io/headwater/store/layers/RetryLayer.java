package io.headwater.store.layers;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.headwater.store.Content;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.OutcomeUnknownException;
import io.headwater.store.PutOptions;
import io.headwater.store.TransientStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Sends a request again when it failed with a {@link TransientStoreException}. A conditional write
 * whose earlier try may have been applied is never told as refused on the strength of a later try:
 * see {@link Doubt} and {@link RetryUploads}. A body that breaks while it is read is not this
 * layer's: its reader resumes. Nor is a storlet that the store refuses to run, for load as well:
 * its caller may do the work itself.
 */
public final class RetryLayer extends Layer {
  private final RetryPolicy<Object> policy;

  /** With random waits. */
  public RetryLayer(ObjectStore inner, RetrySettings settings) {
    this(inner, settings, bound -> ThreadLocalRandom.current().nextLong(bound + 1));
  }

  /**
   * @param draw gives the wait in nanoseconds for its bound in nanoseconds
   */
  RetryLayer(ObjectStore inner, RetrySettings settings, LongUnaryOperator draw) {
    super(inner);
    this.policy =
        RetryPolicy.builder()
            .handle(TransientStoreException.class)
            .withMaxAttempts(settings.attempts())
            .withMaxDuration(settings.total())
            .withDelayFn(context -> delay(draw, settings.bound(context.getAttemptCount())))
            .build();
  }

  private static Duration delay(LongUnaryOperator draw, Duration bound) {
    return Duration.ofNanos(draw.applyAsLong(bound.toNanos()));
  }

  @Override
  public MultipartUploads uploads() {
    return new RetryUploads(this, inner());
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    if (options.repeat() == PutOptions.Repeat.ALLOWED) {
      return super.put(key, content, options);
    }
    Request request = Request.sending(Operation.PUT, key, options.mode(), content.length());
    return around(request, () -> once(request, () -> inner().put(key, content, options)));
  }

  /** What was surely not applied may be sent again even so. */
  private static <T> T once(Request request, Call<T> call) throws IOException {
    try {
      return call.send();
    } catch (TransientStoreException failure) {
      if (failure.mayHaveBeenApplied()) {
        throw new OutcomeUnknownException(
            request + ": it may have been applied, and is not to be repeated", failure);
      }
      throw failure;
    }
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    Doubt doubt = new Doubt(request);
    try {
      return Failsafe.with(policy).get(() -> doubt.send(call));
    } catch (FailsafeException e) {
      if (e.getCause() instanceof TransientStoreException) {
        throw doubt.gaveUp();
      }
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw interrupted(request, e);
    }
  }

  /** Nothing but an interrupted wait is left. */
  private static InterruptedIOException interrupted(Request request, FailsafeException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted =
        new InterruptedIOException(request + ": interrupted while waiting to try again");
    interrupted.initCause(cause);
    return interrupted;
  }
}
