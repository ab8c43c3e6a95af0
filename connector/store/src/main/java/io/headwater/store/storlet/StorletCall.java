package io.headwater.store.storlet;

import io.headwater.store.content.ByteRange;
import java.util.List;
import java.util.Optional;

/**
 * The storlets to run on an object.
 *
 * @param stages one to eight storlets, each on the output of the previous
 * @param range the split whose records the first storlet processes, or empty for the complete
 *     object
 * @param ifMatch the ETag that the object must have, without quotes, or empty for any
 */
public record StorletCall(
    List<StorletStage> stages, Optional<ByteRange> range, Optional<String> ifMatch) {
  public StorletCall {
    stages = List.copyOf(stages);
  }

  /** This call for an object with this ETag. */
  public StorletCall withIfMatch(String etag) {
    return new StorletCall(stages, range, Optional.of(etag));
  }
}
