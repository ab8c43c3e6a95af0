package io.headwater.store.upload;

/** How an object's bytes are handled while it is written. */
public enum WritePolicy {
  /**
   * Sends the bytes as they are written, if the store accepts objects of unknown length. A short
   * object is still sent by one PUT from memory, which costs less.
   */
  STREAM,
  /** Buffers the bytes in memory and then on the local disk. Sends a long object part by part. */
  BUFFER
}
