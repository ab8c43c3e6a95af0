package io.headwater.store.layers;

/** How a {@link FaultLayer} spoils a request. */
public enum Fault {
  /** Not at all. */
  NONE,
  /**
   * The connection breaks before the store has seen the request: not applied, but that is not told.
   */
  LOSE_REQUEST,
  /** The store applies the request, and its answer is lost. */
  LOSE_ANSWER,
  /** The store refuses for load; not applied. */
  THROTTLE,
  /** The body of a GET or a storlet's answer breaks midway; other requests pass. */
  CUT_BODY
}
