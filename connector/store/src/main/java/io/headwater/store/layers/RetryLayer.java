package io.headwater.store.layers;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Retries a request that failed with a {@link TransientStoreException}. An earlier attempt of a
 * conditional write may have been applied. A later attempt's refusal is then not the result: see
 * {@link RetryOutcome} and {@link RetryUploads}. Two failures are not retried here:
 *
 * <ul>
 *   <li>A body that breaks while it is read. Its reader resumes.
 *   <li>A storlet that the store refuses to run, also because of load. The caller may do the work
 *       itself.
 * </ul>
 */
public final class RetryLayer extends Layer {
  private final dev.failsafe.RetryPolicy<Object> failsafe;

  /** Retries with random waits. */
  public RetryLayer(ObjectStore inner, RetryPolicy policy) {
    this(inner, policy, bound -> ThreadLocalRandom.current().nextLong(bound + 1));
  }

  /**
   * @param draw returns the wait in nanoseconds for its upper bound in nanoseconds
   */
  RetryLayer(ObjectStore inner, RetryPolicy policy, LongUnaryOperator draw) {
    super(inner);
    this.failsafe =
        dev.failsafe.RetryPolicy.builder()
            .handleIf(failure -> policy.repeats(failure))
            .withMaxAttempts(policy.attempts())
            .withMaxDuration(policy.total())
            .withDelayFn(context -> delay(draw, policy.pause(context.getAttemptCount())))
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

  /** A request that was certainly not applied may still be sent again. */
  private static <T> T once(Request request, Call<T> call) throws IOException {
    try {
      return call.send();
    } catch (TransientStoreException failure) {
      if (failure.mayHaveBeenApplied()) {
        throw new OutcomeUnknownException(
            request + ": it may have been applied, and cannot be repeated safely", failure);
      }
      throw failure;
    }
  }

  @Override
  public Set<Capability> verifiedCapabilities(String near) throws IOException {
    return around(Request.of(Operation.HEAD, near), () -> inner().verifiedCapabilities(near));
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    RetryOutcome doubt = new RetryOutcome(request);
    try {
      return Failsafe.with(failsafe).get(() -> doubt.send(call));
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

  /** The only remaining cause is an interrupted wait. */
  private static InterruptedIOException interrupted(Request request, FailsafeException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted =
        new InterruptedIOException(request + ": interrupted while waiting to retry");
    interrupted.initCause(cause);
    return interrupted;
  }
}
