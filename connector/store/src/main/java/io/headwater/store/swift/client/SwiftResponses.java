package io.headwater.store.swift.client;

import io.headwater.store.Operation;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.StoreAccessException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.exception.UnsupportedByStoreException;
import java.util.Set;

/**
 * Maps an error response to an exception, by its status. Swift has no error codes (Swift API
 * reference, "Response codes"). A 404 to a request on an object does not say whether the container
 * exists.
 */
public final class SwiftResponses {
  private static final Set<Operation> OF_OBJECTS =
      Set.of(Operation.HEAD, Operation.GET, Operation.STORLET, Operation.COPY, Operation.DELETE);

  private SwiftResponses() {}

  /**
   * @param said the response's body or similar text, without markup; may be empty
   * @param transaction the response's X-Trans-Id, which an operator can find in the logs; may be
   *     empty
   */
  public static StoreException translate(
      SwiftRequest request, int status, String said, String transaction) {
    String description =
        request.description()
            + ": "
            + status
            + (said.isEmpty() ? "" : " " + said)
            + (transaction.isEmpty() ? "" : " (transaction " + transaction + ")");
    return switch (status) {
      case 401 ->
          new StoreAccessException(
              description
                  + "; Swift refused a token that the authentication service has just issued",
              null);
      case 403 ->
          new StoreAccessException(description + "; the user is not authorized to do this", null);
      case 404 -> notFound(request, description);
      case 405, 501 -> new UnsupportedByStoreException(description, null);
      case 408, 422, 499 -> new TransientStoreException(description, null);
      case 412 -> new PreconditionFailedException(description, null);
      case 413 ->
          new StoreException(description + "; it exceeds the cluster's maximum length", null);
      case 416 -> new RangeNotSatisfiableException(description, null);
      case 429, 498 -> new ThrottledException(description, null);
      case 507 -> new TransientStoreException(description + "; the cluster's disks are full", null);
      default ->
          status >= 500
              ? new TransientStoreException(description, null)
              : new StoreException(description, null);
    };
  }

  private static StoreException notFound(SwiftRequest request, String description) {
    return OF_OBJECTS.contains(request.operation())
        ? new ObjectNotFoundException(description, null)
        : new BucketNotFoundException(description + "; there is no such container", null);
  }
}
