package io.headwater.store.layers;

import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.UploadedPart;
import java.util.List;

/**
 * A layer's view of a request.
 *
 * @param operation its kind
 * @param key the object's key, or a listing's prefix, or empty for a bulk delete
 * @param mode the condition on the key; {@link PutMode#OVERWRITE} unless it is a conditional write
 * @param bytes the length of the content that it sends
 * @param parts the parts of a {@link Operation#COMPLETE_UPLOAD}; otherwise empty
 */
public record Request(
    Operation operation, String key, PutMode mode, long bytes, List<UploadedPart> parts) {
  public Request {
    parts = List.copyOf(parts);
  }

  /** A request without content and condition. */
  static Request of(Operation operation, String key) {
    return new Request(operation, key, PutMode.OVERWRITE, 0, List.of());
  }

  /** A request that sends content. */
  static Request sending(Operation operation, String key, PutMode mode, long bytes) {
    return new Request(operation, key, mode, bytes, List.of());
  }

  /** Whether this is a write that succeeds only if a condition is true. */
  public boolean isConditional() {
    return !(mode instanceof PutMode.Overwrite);
  }

  @Override
  public String toString() {
    return operation + " " + key;
  }
}
