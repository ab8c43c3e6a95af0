package io.headwater.store;

import io.headwater.store.content.ByteRange;
import java.util.Optional;

/**
 * How to read an object.
 *
 * @param range the bytes to read, or empty for all
 * @param ifMatch the ETag that the object must have, without quotes, or empty for any
 */
public record GetOptions(Optional<ByteRange> range, Optional<String> ifMatch) {
  /** The complete object, with any ETag. */
  public static final GetOptions WHOLE = new GetOptions(Optional.empty(), Optional.empty());

  /** These options for a range. */
  public GetOptions withRange(ByteRange bytes) {
    return new GetOptions(Optional.of(bytes), ifMatch);
  }

  /** These options for an object with this ETag. */
  public GetOptions withIfMatch(String etag) {
    return new GetOptions(range, Optional.of(etag));
  }
}
