package io.headwater.store.layers;

/** A fault that a {@link FaultLayer} injects into a request. */
public enum Fault {
  /** No fault. */
  NONE,
  /**
   * The connection breaks before the store sees the request. The request is not applied, but the
   * caller cannot know that.
   */
  LOSE_REQUEST,
  /** The store applies the request, and its response is lost. */
  LOSE_RESPONSE,
  /** The store refuses the request because of load. It is not applied. */
  THROTTLE,
  /** The body of a GET or of a storlet's response breaks midway. Other requests succeed. */
  CUT_BODY
}
