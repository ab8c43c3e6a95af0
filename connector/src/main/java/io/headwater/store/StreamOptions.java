package io.headwater.store;

/**
 * How to write an object whose length is not known.
 *
 * @param put what must hold of the key, and the object's metadata
 * @param showing whether it may be seen before it is finished
 * @param requests how the stream sends requests that may be repeated
 */
public record StreamOptions(PutOptions put, Showing showing, StreamRequests requests) {
  /** Whether an object may be seen before it is finished. */
  public enum Showing {
    /** Never. */
    WHEN_FINISHED,
    /**
     * Where the store cannot keep it back any longer or at all. The key must be the writer's own:
     * no other object stands there or will.
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
      throw new IllegalArgumentException("a key of the writer's own needs no condition");
    }
  }

  /** Overwrites; hidden until it is finished. */
  public static final StreamOptions HIDDEN =
      new StreamOptions(PutOptions.OVERWRITE, Showing.WHEN_FINISHED);

  /** For a key that is the writer's own. */
  public static final StreamOptions OWN =
      new StreamOptions(PutOptions.OVERWRITE, Showing.EARLY_IF_NEEDED);
}
