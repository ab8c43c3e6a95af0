package io.headwater.store.swift;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftInfo;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One page of a container's listing (Swift API reference, "Show container details and list"). */
final class SwiftLister {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final SwiftErrors errors;
  private final SwiftInfo info;

  SwiftLister(SwiftErrors errors, SwiftInfo info) {
    this.errors = errors;
    this.info = info;
  }

  /**
   * What to list.
   *
   * @param marker only names after this are listed
   * @param endMarker only names before this are listed, or empty for all
   */
  record Query(
      String container,
      String prefix,
      String marker,
      String endMarker,
      boolean rolledUp,
      int limit) {
    /** Every name under a prefix. */
    static Query tree(String container, String prefix, String marker, int limit) {
      return new Query(container, prefix, marker, "", false, limit);
    }
  }

  /** An object or, if {@code subdir} is not null, a rolled-up prefix. */
  record Entry(
      String name,
      String subdir,
      long bytes,
      String hash,
      @JsonProperty("slo_etag") String sloEtag,
      @JsonProperty("content_type") String contentType,
      @JsonProperty("last_modified") String lastModified) {
    /** The name or prefix. The next page starts after it. */
    String marker() {
      return subdir != null ? subdir : name;
    }

    boolean isStatic() {
      return sloEtag != null;
    }

    /** The ETag, equal to the one HEAD returns. */
    String etag() {
      return isStatic() ? SwiftNames.unquoted(sloEtag) : hash;
    }

    /**
     * Whether this may be a manifest whose length is not the large object's. The manifest of a
     * dynamic large object is empty. Headwater's empty objects and directory markers have types
     * that rule it out. Ceph's gateway lists a static large object with its manifest's length and
     * the hash of no bytes.
     */
    boolean mayBeManifest() {
      if (subdir != null || isStatic()) {
        return false;
      }
      return bytes == 0
          ? !SwiftTypes.EMPTY.getMimeType().equals(contentType)
              && !SwiftTypes.DIRECTORY.equals(contentType)
          : PartsEtag.OF_NOTHING.equals(hash);
    }
  }

  List<Entry> page(Query query) throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.LIST, "GET", query.container(), "")
            .withQuery("format=json&limit=" + query.limit());
    request = with(request, "prefix", query.prefix());
    request = with(request, "marker", query.marker());
    request = with(request, "end_marker", query.endMarker());
    if (query.rolledUp()) {
      request = with(request, "delimiter", "/");
    }
    SwiftErrors.Response response = errors.call(request);
    if (response.body().length == 0) {
      return List.of();
    }
    try {
      return JSON.readValue(response.body(), new TypeReference<List<Entry>>() {});
    } catch (IOException e) {
      throw new TransientStoreException(
          request.description() + ": the response is not a listing", e);
    }
  }

  private static SwiftRequest with(SwiftRequest request, String name, String value) {
    return value.isEmpty() ? request : request.withQuery(name + "=" + SwiftNames.query(value));
  }

  /**
   * The marker of the page after a query's page. Empty if that was the last page: one shorter than
   * the query's limit (ADR 14). Ceph's gateway may end a page early once it has half of the limit.
   */
  Optional<String> next(Query query, List<Entry> page) throws IOException {
    boolean isFull = page.size() >= query.limit();
    boolean mayBeCut = !isFull && 2 * page.size() >= query.limit() && info.isGateway();
    return isFull || mayBeCut ? Optional.of(page.get(page.size() - 1).marker()) : Optional.empty();
  }
}
