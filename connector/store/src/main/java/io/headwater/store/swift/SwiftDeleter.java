package io.headwater.store.swift;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.headwater.store.DeleteFailure;
import io.headwater.store.Deletes;
import io.headwater.store.Operation;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.ContentType;

/** Deletes single objects and batches, in any container of the account. */
final class SwiftDeleter {
  private final SwiftErrors errors;
  private final SwiftInfo info;

  SwiftDeleter(SwiftErrors errors, SwiftInfo info) {
    this.errors = errors;
    this.info = info;
  }

  /** Deletes one object. Of a large object, only the manifest. A missing object is no error. */
  void delete(String container, String key) throws IOException {
    try {
      errors.call(SwiftRequest.of(Operation.DELETE, "DELETE", container, key));
    } catch (ObjectNotFoundException e) {
      // The object is gone, as requested.
    }
  }

  /**
   * Deletes a static large object and its segments. Swift deletes the segments first and the
   * manifest last.
   */
  void deleteStatic(String container, String key) throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.DELETE, "DELETE", container, key)
            .withQuery("multipart-manifest=delete")
            .with("Accept", "application/json");
    BulkResult result = BulkResult.of(request, errors.call(request));
    if (!result.errors().isEmpty()) {
      throw new StoreException(
          request.description() + ": these segments were not deleted: " + result.errors(), null);
    }
  }

  /**
   * Deletes any number of objects of one container. Of large objects, only the manifests.
   *
   * @return the objects that were not deleted
   */
  List<DeleteFailure> deleteAll(String container, List<String> keys) throws IOException {
    if (keys.isEmpty()) {
      return List.of();
    }
    int limit = keys.size() == 1 ? 0 : info.bulkDeleteLimit();
    return limit == 0
        ? Deletes.oneByOne(keys, key -> delete(container, key))
        : Deletes.inBatches(keys, limit, batch -> deleteBatch(container, batch));
  }

  private List<DeleteFailure> deleteBatch(String container, List<String> keys) throws IOException {
    String start = SwiftNames.path(container) + "/";
    String lines =
        keys.stream().map(key -> start + SwiftNames.path(key)).collect(Collectors.joining("\n"));
    SwiftRequest request =
        SwiftRequest.ofAccount(Operation.BULK_DELETE, "POST", "swift://" + container)
            .withQuery("bulk-delete")
            .with("Accept", "application/json")
            .withBody(Content.of(lines.getBytes(US_ASCII)), ContentType.TEXT_PLAIN);
    return BulkResult.of(request, errors.call(request)).errors().entrySet().stream()
        .map(error -> new DeleteFailure(key(container, error.getKey()), error.getValue()))
        .toList();
  }

  /** The key in an error's {@code /container/key}. The first slash is sometimes missing. */
  private static String key(String container, String path) {
    String start = path.startsWith("/") ? "/" + container + "/" : container + "/";
    return path.startsWith(start) ? path.substring(start.length()) : path;
  }
}
