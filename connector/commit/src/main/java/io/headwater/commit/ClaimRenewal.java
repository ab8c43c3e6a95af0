package io.headwater.commit;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Renews a claim periodically while its owner's requests take longer than a lease. */
final class ClaimRenewal implements AutoCloseable {
  private final Claim claim;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "headwater-claim");
            thread.setDaemon(true);
            return thread;
          });
  private volatile IOException failure;

  private ClaimRenewal(Claim claim) {
    this.claim = claim;
  }

  /** Starts the renewal, which runs until it is closed. */
  static ClaimRenewal begin(Claim claim, Lease lease) {
    ClaimRenewal renewal = new ClaimRenewal(claim);
    long pause = lease.owners().dividedBy(2).toMillis();
    renewal.timer.scheduleWithFixedDelay(renewal::renew, pause, pause, TimeUnit.MILLISECONDS);
    return renewal;
  }

  private void renew() {
    try {
      claim.place();
      failure = null;
    } catch (IOException e) {
      failure = e;
    }
  }

  /** Why the last renewal failed, or null if it succeeded. */
  IOException failure() {
    return failure;
  }

  /**
   * Ends the renewal. Waits for a request in progress, because it would restore a deleted claim.
   */
  @Override
  public void close() {
    timer.shutdown();
    boolean interrupted = Thread.interrupted();
    try {
      while (!timer.awaitTermination(1, TimeUnit.MINUTES)) {
        timer.shutdownNow();
      }
    } catch (InterruptedException e) {
      timer.shutdownNow();
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
