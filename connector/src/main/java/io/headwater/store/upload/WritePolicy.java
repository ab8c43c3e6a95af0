package io.headwater.store.upload;

/** What happens to an object's bytes while it is written. */
public enum WritePolicy {
  /**
   * They are sent as they come, where the store takes objects whose length it does not know, and
   * where the object is not so short that one PUT of bytes in memory costs less.
   */
  STREAM,
  /** They wait in memory and then on the local disk; a long object's are sent part by part. */
  BUFFER
}
