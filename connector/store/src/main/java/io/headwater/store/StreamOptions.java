package io.headwater.store;

/**
 * How to write an object of unknown length.
 *
 * @param put the condition on the key, and the object's metadata
 * @param showing whether the object may be visible before it is finished
 * @param requests how the stream sends requests that may be repeated
 */
public record StreamOptions(PutOptions put, Showing showing, StreamRequests requests) {
  /** Whether an object may be visible before it is finished. */
  public enum Showing {
    /** Never. */
    WHEN_FINISHED,
    /**
     * If the store cannot withhold it longer, or at all. The key must be dedicated to the writer:
     * no other object exists there or ever will.
     */
    EARLY_IF_NEEDED
  }

  /** Options whose requests are sent once. */
  public StreamOptions(PutOptions put, Showing showing) {
    this(put, showing, StreamRequests.DIRECT);
  }

  /** These options with another way to send requests. */
  public StreamOptions withRequests(StreamRequests others) {
    return new StreamOptions(put, showing, others);
  }

  public StreamOptions {
    if (showing == Showing.EARLY_IF_NEEDED && put.mode().needs().isPresent()) {
      throw new IllegalArgumentException("a key unique to the writer needs no condition");
    }
  }

  /** Overwrites. The object is invisible until it is finished. */
  public static final StreamOptions HIDDEN =
      new StreamOptions(PutOptions.OVERWRITE, Showing.WHEN_FINISHED);

  /** For a key that is dedicated to the writer. */
  public static final StreamOptions OWN =
      new StreamOptions(PutOptions.OVERWRITE, Showing.EARLY_IF_NEEDED);
}
