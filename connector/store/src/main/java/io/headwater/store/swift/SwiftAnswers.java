package io.headwater.store.swift;

import io.headwater.store.BucketNotFoundException;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.Operation;
import io.headwater.store.PreconditionFailedException;
import io.headwater.store.RangeNotSatisfiableException;
import io.headwater.store.StoreAccessException;
import io.headwater.store.StoreException;
import io.headwater.store.ThrottledException;
import io.headwater.store.TransientStoreException;
import io.headwater.store.UnsupportedByStoreException;
import java.util.Set;

/**
 * Maps an error response to an exception, by its status. Swift has no error codes (Swift API
 * reference, "Response codes"). A 404 to a request on an object does not say whether the container
 * exists.
 */
final class SwiftAnswers {
  private static final Set<Operation> OF_OBJECTS =
      Set.of(Operation.HEAD, Operation.GET, Operation.STORLET, Operation.COPY, Operation.DELETE);

  private SwiftAnswers() {}

  /**
   * @param said the response's body or similar text, without markup; may be empty
   * @param transaction the response's X-Trans-Id, which an operator can find in the logs; may be
   *     empty
   */
  static StoreException translate(
      SwiftRequest request, int status, String said, String transaction) {
    String told =
        request.told()
            + ": "
            + status
            + (said.isEmpty() ? "" : " " + said)
            + (transaction.isEmpty() ? "" : " (transaction " + transaction + ")");
    return switch (status) {
      case 401 ->
          new StoreAccessException(
              told + "; Swift refused a token that the authentication service just gave", null);
      case 403 -> new StoreAccessException(told + "; the user may not do this", null);
      case 404 -> notFound(request, told);
      case 405, 501 -> new UnsupportedByStoreException(told, null);
      case 408, 422, 499 -> new TransientStoreException(told, null);
      case 412 -> new PreconditionFailedException(told, null);
      case 413 -> new StoreException(told + "; the cluster does not take it that long", null);
      case 416 -> new RangeNotSatisfiableException(told, null);
      case 429, 498 -> new ThrottledException(told, null);
      case 507 -> new TransientStoreException(told + "; the cluster's disks are full", null);
      default ->
          status >= 500 ? new TransientStoreException(told, null) : new StoreException(told, null);
    };
  }

  private static StoreException notFound(SwiftRequest request, String told) {
    return OF_OBJECTS.contains(request.operation())
        ? new ObjectNotFoundException(told, null)
        : new BucketNotFoundException(told + "; there is no such container", null);
  }
}
