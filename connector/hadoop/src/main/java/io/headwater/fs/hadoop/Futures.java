package io.headwater.fs.hadoop;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.util.functional.CallableRaisingIOE;

/** Futures of calls that may fail. Hadoop has the same method from 3.3.5 on. */
public final class Futures {
  private Futures() {}

  /**
   * Makes the call in this thread. The future has its result, or its exception.
   *
   * @throws IllegalArgumentException if the call throws it
   * @throws UnsupportedOperationException if the call throws it
   */
  public static <T> CompletableFuture<T> of(CallableRaisingIOE<T> call) {
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      future.complete(call.apply());
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      // The caller's mistake, which does not wait for the future, as in Hadoop.
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      future.completeExceptionally(e);
    }
    return future;
  }
}
