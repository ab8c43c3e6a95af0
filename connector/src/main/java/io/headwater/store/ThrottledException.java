package io.headwater.store;

/** The store refused the request for load (429 or 503) before looking at it. */
public class ThrottledException extends TransientStoreException {
  private static final long serialVersionUID = 1L;

  public ThrottledException(String message, Throwable cause) {
    super(message, cause);
  }
}
