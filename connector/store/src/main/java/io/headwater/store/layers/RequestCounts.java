package io.headwater.store.layers;

import io.headwater.store.Operation;

/** Counts of sent requests. Many threads call it at once. */
public interface RequestCounts {
  /** Counts an attempt before it is sent. */
  void attempt(Operation operation);

  /**
   * Counts an attempt that succeeded.
   *
   * @param bytes the length of the content that it sent
   */
  void success(long bytes);

  /** Counts an attempt that did not succeed. */
  void failure(Operation operation);

  /** Counts a refusal because of load. The attempt is also a {@link #failure}. */
  void throttled();
}
