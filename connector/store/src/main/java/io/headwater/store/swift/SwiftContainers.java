package io.headwater.store.swift;

import io.headwater.store.Operation;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.util.List;

/** Creates the containers of segments. */
final class SwiftContainers {
  /** The storage policy and the access lists. */
  private static final List<String> INHERITED =
      List.of("X-Storage-Policy", "X-Container-Read", "X-Container-Write");

  private final SwiftErrors errors;

  SwiftContainers(SwiftErrors errors) {
    this.errors = errors;
  }

  /**
   * Creates a container with the policy and the access lists of another. If another client creates
   * it meanwhile, this succeeds too.
   *
   * @throws BucketNotFoundException if the other container does not exist
   */
  void createBeside(String other, String container) throws IOException {
    SwiftRequest request = SwiftRequest.of(Operation.CREATE_UPLOAD, "PUT", container, "");
    SwiftErrors.Response seen = head(other);
    for (String name : INHERITED) {
      if (!seen.header(name).isEmpty()) {
        request = request.with(name, seen.header(name));
      }
    }
    errors.call(request);
  }

  private SwiftErrors.Response head(String container) throws IOException {
    try {
      return errors.call(SwiftRequest.of(Operation.HEAD, "HEAD", container, ""));
    } catch (ObjectNotFoundException e) {
      throw new BucketNotFoundException(e.getMessage() + "; there is no such container", e);
    }
  }
}
