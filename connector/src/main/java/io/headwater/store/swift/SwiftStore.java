package io.headwater.store.swift;

import io.headwater.store.Capability;
import io.headwater.store.Content;
import io.headwater.store.CopyOptions;
import io.headwater.store.DeleteFailure;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.SingleDeletes;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A container behind Swift's REST API. In requests, besides authentication: head and get cost one;
 * put one, or three where there was an object already; copy three (source, target, copy), less what
 * the caller has seen; delete two; deleteAll one listing and one bulk delete for a thousand keys,
 * and one or two for each that is not listed or may be a large object; a listing one more than it
 * has pages, because only an empty page is surely the last, and one for each empty object that says
 * not by its type that it is no manifest.
 *
 * <p>Large objects are wholes: they are read, listed with their true length, copied, replaced and
 * deleted with their segments. {@link Capability#ATOMIC_CONDITIONS} is not declared: of racing
 * creators several may win.
 */
public final class SwiftStore implements ObjectStore {
  /** What every Swift does; where a cluster lacks bulk delete, keys are deleted one by one. */
  static final Set<Capability> CAPABILITIES =
      Set.of(Capability.MULTIPART_UPLOAD, Capability.BULK_DELETE, Capability.CREATE_IF_ABSENT);

  private final String container;
  private final Closeable owned;
  private final SwiftReader reader;
  private final SwiftLister lister;
  private final SwiftDeleter deleter;
  private final SwiftSegments segments;
  private final SwiftWriter writer;
  private final SwiftCopier copier;
  private final SwiftUploads uploads;

  SwiftStore(String container, SwiftAccount account, Closeable owned, long copyThreshold) {
    SwiftErrors errors = account.errors();
    this.container = container;
    this.owned = owned;
    reader = new SwiftReader(container, errors);
    lister = new SwiftLister(errors);
    deleter = new SwiftDeleter(errors, account.info());
    segments = new SwiftSegments(container, errors, reader, lister, deleter);
    writer = new SwiftWriter(container, errors, segments);
    SwiftUploadPlaces places = new SwiftUploadPlaces(container);
    SwiftManifests manifests = new SwiftManifests(places, errors, segments, deleter);
    uploads = new SwiftUploads(places, errors, lister, manifests, new SwiftContainers(errors));
    copier = new SwiftCopier(container, errors, reader, segments, places, uploads, copyThreshold);
  }

  /**
   * Opens a container with connections of its own; sends nothing yet.
   *
   * @throws IOException if the settings' CA file cannot be read
   */
  public static SwiftStore open(String container, SwiftSettings settings) throws IOException {
    return open(container, settings, SwiftCopier.SINGLE_COPY_LIMIT);
  }

  /** With another length from which on objects are copied in parts, so that a test can reach it. */
  static SwiftStore open(String container, SwiftSettings settings, long copyThreshold)
      throws IOException {
    SwiftAccount account = SwiftAccount.open(settings);
    return new SwiftStore(container, account, account, copyThreshold);
  }

  @Override
  public String name() {
    return "swift://" + container;
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return reader.head(key);
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    return reader.get(key, options);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    options.mode().requireOf(CAPABILITIES, name() + "/" + key);
    return writer.put(key, content, options);
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) throws IOException {
    return copier.copy(source, target, options);
  }

  @Override
  public void delete(String key) throws IOException {
    try {
      segments.deleteWhole(key, reader.look(key).kind());
    } catch (ObjectNotFoundException e) {
      // It is gone, which is what was asked for.
    }
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) throws IOException {
    if (keys.size() < 2) {
      return SingleDeletes.run(this, keys);
    }
    SwiftTriage triage = new SwiftTriage(container, lister);
    triage.add(keys);
    List<DeleteFailure> failures = new ArrayList<>();
    for (int from = 0; from < triage.plain().size(); from += BULK_DELETE_LIMIT) {
      int to = Math.min(triage.plain().size(), from + BULK_DELETE_LIMIT);
      failures.addAll(deleter.deleteAll(container, triage.plain().subList(from, to)));
    }
    failures.addAll(SingleDeletes.run(this, triage.other()));
    return failures;
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    String marker = options.token().orElse(options.startAfter());
    List<Entry> page =
        lister.page(
            new Query(
                container, options.prefix(), marker, "", options.rolledUp(), options.limit()));
    List<ObjectInfo> objects = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    for (Entry entry : page) {
      if (entry.subdir() != null) {
        prefixes.add(entry.subdir());
      } else {
        objects.add(info(entry));
      }
    }
    return new ListPage(objects, prefixes, SwiftLister.next(page));
  }

  private ObjectInfo info(Entry entry) throws IOException {
    ObjectInfo listed =
        new ObjectInfo(
            entry.name(),
            entry.bytes(),
            entry.etag(),
            SwiftNames.listed(entry.lastModified()),
            Map.of());
    if (!entry.mayBeDynamic()) {
      return listed;
    }
    try {
      ObjectInfo seen = head(entry.name());
      return new ObjectInfo(seen.key(), seen.length(), seen.etag(), seen.lastModified(), Map.of());
    } catch (ObjectNotFoundException e) {
      return listed; // Deleted meanwhile, as anything listed may be.
    }
  }

  @Override
  public MultipartUploads uploads() {
    return uploads;
  }

  @Override
  public void close() throws IOException {
    owned.close();
  }
}
