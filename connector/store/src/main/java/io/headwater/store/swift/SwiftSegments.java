package io.headwater.store.swift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.DeleteFailure;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.swift.LargeObject.Dynamic;
import io.headwater.store.swift.LargeObject.Static;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of large objects. A large object is assumed to own its segments. Manifests that
 * share segments (copies of a manifest alone) break when one of them is deleted. Swift's own client
 * behaves the same way.
 */
final class SwiftSegments {
  private static final Logger LOG = LoggerFactory.getLogger(SwiftSegments.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String container;
  private final SegmentLayout places;
  private final SwiftErrors errors;
  private final SwiftReader reader;
  private final SwiftLister lister;
  private final SwiftDeleter deleter;

  SwiftSegments(
      String container,
      SwiftErrors errors,
      SwiftReader reader,
      SwiftLister lister,
      SwiftDeleter deleter) {
    this.container = container;
    this.places = new SegmentLayout(container);
    this.errors = errors;
    this.reader = reader;
    this.lister = lister;
    this.deleter = deleter;
  }

  /**
   * A segment.
   *
   * @param isStatic whether it is itself a static large object
   */
  record Segment(String container, String key, boolean isStatic) {}

  /** The segments of an object, or empty if the object is plain or missing. */
  List<Segment> of(String key) throws IOException {
    try {
      return of(key, reader.look(key).kind());
    } catch (ObjectNotFoundException e) {
      return List.of();
    }
  }

  /** The segments of an object whose kind is known. */
  List<Segment> of(String key, LargeObject kind) throws IOException {
    if (kind instanceof Dynamic dynamic) {
      return under(dynamic.container(), dynamic.prefix());
    }
    if (kind instanceof Static large && large.upload().isPresent()) {
      return under(places.container(), places.segments(key, large.upload().get()));
    }
    return kind instanceof Static ? inManifest(key) : List.of();
  }

  private List<Segment> inManifest(String key) throws IOException {
    SwiftRequest request =
        SwiftRequest.of(Operation.GET, "GET", container, key).withQuery("multipart-manifest=get");
    List<Segment> segments = new ArrayList<>();
    for (JsonNode entry : manifest(request)) {
      String[] path = entry.path("name").asText().replaceFirst("^/", "").split("/", 2);
      // An entry without a name contains its bytes.
      if (path.length == 2) {
        segments.add(new Segment(path[0], path[1], entry.path("sub_slo").asBoolean()));
      }
    }
    return segments;
  }

  private JsonNode manifest(SwiftRequest request) throws IOException {
    SwiftErrors.Response response = errors.call(request);
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new TransientStoreException(request.description() + ": the manifest is not JSON", e);
    }
  }

  /** Every object under a prefix. */
  List<Segment> under(String place, String prefix) throws IOException {
    List<Segment> segments = new ArrayList<>();
    Optional<String> marker = Optional.of("");
    while (marker.isPresent()) {
      Query query = Query.tree(place, prefix, marker.get(), ObjectStore.LIST_PAGE_LIMIT);
      List<Entry> page = lister.page(query);
      page.forEach(entry -> segments.add(new Segment(place, entry.name(), entry.isStatic())));
      marker = lister.next(query, page);
    }
    return segments;
  }

  /**
   * Deletes segments.
   *
   * @return the segments that were not deleted
   */
  List<DeleteFailure> delete(List<Segment> segments) throws IOException {
    for (Segment segment : segments) {
      if (segment.isStatic()) {
        deleter.deleteStatic(segment.container(), segment.key());
      }
    }
    List<DeleteFailure> failures = new ArrayList<>();
    for (String place : segments.stream().map(Segment::container).distinct().toList()) {
      List<String> keys =
          segments.stream()
              .filter(segment -> !segment.isStatic() && segment.container().equals(place))
              .map(Segment::key)
              .distinct()
              .toList();
      failures.addAll(deleter.deleteAll(place, keys));
    }
    return failures;
  }

  /**
   * Deletes an object of a known kind with its segments. The segments go first, so that the delete
   * can be repeated. If the object has its upload's id, its segments are listed: Ceph's gateway
   * does not find segments whose names have a percent sign.
   */
  void deleteWhole(String key, LargeObject kind) throws IOException {
    if (kind instanceof Static large && large.upload().isEmpty()) {
      deleter.deleteStatic(container, key);
      return;
    }
    List<DeleteFailure> stayed = delete(of(key, kind));
    if (!stayed.isEmpty()) {
      throw new StoreException(
          "DELETE swift://"
              + container
              + "/"
              + key
              + ": these segments were not deleted: "
              + stayed,
          null);
    }
    deleter.delete(container, key);
  }

  /**
   * Deletes the segments of a replaced object. The replacement is complete, so a failure is logged,
   * not thrown.
   */
  void deleteReplaced(String key, List<Segment> segments) {
    if (segments.isEmpty()) {
      return;
    }
    try {
      List<DeleteFailure> stayed = delete(segments);
      if (!stayed.isEmpty()) {
        LOG.warn(
            "swift://{}/{} was replaced; these old segments were not deleted: {}",
            container,
            key,
            stayed);
      }
    } catch (IOException e) {
      LOG.warn(
          "swift://{}/{} was replaced; its {} old segments may stay, the first is {}/{}",
          container,
          key,
          segments.size(),
          segments.get(0).container(),
          segments.get(0).key(),
          e);
    }
  }
}
