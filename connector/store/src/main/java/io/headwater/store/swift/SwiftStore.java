package io.headwater.store.swift;

import io.headwater.store.Capability;
import io.headwater.store.CopyOptions;
import io.headwater.store.DeleteFailure;
import io.headwater.store.Deletes;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStream;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.concurrent.Shared;
import io.headwater.store.content.Content;
import io.headwater.store.copy.Copier;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftSettings;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A container, accessed by Swift's REST API. The operations cost these requests, besides
 * authentication:
 *
 * <ul>
 *   <li>head and get: one.
 *   <li>put: one, or three if an object exists.
 *   <li>copy: three (source, target, copy), less what the caller has seen.
 *   <li>delete: two.
 *   <li>deleteAll: one listing and one bulk delete for a thousand keys, plus one or two for each
 *       key that is not listed or may be a large object.
 *   <li>list: one for each page, one more if the last page is full, and one for each empty object
 *       whose type does not rule out a manifest.
 * </ul>
 *
 * <p>Large objects are read, listed with their true length, copied, replaced and deleted together
 * with their segments. {@link SwiftCapabilities} has what a cluster can do.
 */
public final class SwiftStore implements ObjectStore {
  private final String container;
  private final SwiftCapabilities capabilities;
  private final Closeable owned;
  private final SwiftReader reader;
  private final SwiftStorlets storlets;
  private final SwiftLister lister;
  private final SwiftDeleter deleter;
  private final SwiftSegments segments;
  private final SwiftWriter writer;
  private final Copier copier;
  private final SwiftUploads uploads;
  private final SwiftStreams streams;

  SwiftStore(
      String container,
      SwiftAccount account,
      boolean consistentListing,
      Closeable owned,
      long copyThreshold) {
    SwiftErrors errors = account.errors();
    this.container = container;
    this.capabilities = new SwiftCapabilities(account.info(), consistentListing);
    this.owned = owned;
    reader = new SwiftReader(container, errors, account.info());
    storlets = new SwiftStorlets(container, errors);
    lister = new SwiftLister(errors, account.info());
    deleter = new SwiftDeleter(errors, account.info());
    segments = new SwiftSegments(container, errors, reader, lister, deleter);
    writer = new SwiftWriter(container, errors, account.info(), segments);
    SegmentLayout places = new SegmentLayout(container);
    LargeObjectCompleter manifests =
        new LargeObjectCompleter(places, errors, account.info(), segments, deleter);
    uploads = new SwiftUploads(places, account, capabilities, lister, manifests);
    copier =
        new Copier(
            new SwiftCopyRequests(
                container, errors, account.info(), reader, segments, places, copyThreshold),
            uploads);
    streams = new SwiftStreams(container, account, writer, deleter, places, uploads, copier);
  }

  /**
   * Opens a container. It shares the connections and the token of all stores with the same
   * settings. Sends no request.
   *
   * @throws IOException if the settings' CA file cannot be read
   */
  public static SwiftStore open(String container, SwiftSettings settings) throws IOException {
    return open(container, settings, SwiftCopyRequests.SINGLE_COPY_LIMIT);
  }

  /** Opens a container with another threshold for copies in parts, which tests can reach. */
  static SwiftStore open(String container, SwiftSettings settings, long copyThreshold)
      throws IOException {
    Shared<SwiftSettings, SwiftAccount>.Lease account = SwiftAccount.shared(settings);
    return new SwiftStore(
        container, account.value(), settings.consistentListing(), account, copyThreshold);
  }

  @Override
  public String name() {
    return "swift://" + container;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities.declared();
  }

  @Override
  public Set<Capability> verifiedCapabilities(String near) throws IOException {
    return capabilities.verified();
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
  public StorletAnswer run(String key, StorletCall call) throws IOException {
    return storlets.run(key, call);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    capabilities.require(options.mode(), name() + "/" + key);
    return writer.put(key, content, options);
  }

  @Override
  public Optional<ObjectStream> stream(String key, StreamOptions options) throws IOException {
    capabilities.require(options.put().mode(), name() + "/" + key);
    return streams.begin(key, options);
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) throws IOException {
    options.requireOf(capabilities.declared(), name() + "/" + target);
    return copier.copy(source, target, options);
  }

  @Override
  public void delete(String key) throws IOException {
    try {
      segments.deleteWhole(key, reader.look(key).kind());
    } catch (ObjectNotFoundException e) {
      // The object is gone, as requested.
    }
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) throws IOException {
    if (keys.size() < 2) {
      return Deletes.oneByOne(keys, this::delete);
    }
    LargeObjectProbe triage = new LargeObjectProbe(container, lister);
    triage.add(keys);
    List<DeleteFailure> failures =
        Deletes.inBatches(
            triage.plain(), BULK_DELETE_LIMIT, batch -> deleter.deleteAll(container, batch));
    failures.addAll(Deletes.oneByOne(triage.other(), this::delete));
    return failures;
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    String marker = options.token().orElse(options.startAfter());
    Query query =
        new Query(container, options.prefix(), marker, "", options.rolledUp(), options.limit());
    List<Entry> page = lister.page(query);
    List<ObjectInfo> objects = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    for (Entry entry : page) {
      if (entry.subdir() != null) {
        prefixes.add(entry.subdir());
      } else {
        objects.add(info(entry));
      }
    }
    return new ListPage(objects, prefixes, lister.next(query, page));
  }

  private ObjectInfo info(Entry entry) throws IOException {
    ObjectInfo listed =
        new ObjectInfo(
                entry.name(),
                entry.bytes(),
                entry.etag(),
                SwiftNames.listed(entry.lastModified()),
                Map.of())
            .withType(entry.contentType());
    if (!entry.mayBeManifest()) {
      return listed;
    }
    try {
      ObjectInfo seen = head(entry.name());
      return new ObjectInfo(seen.key(), seen.length(), seen.etag(), seen.lastModified(), Map.of())
          .withType(entry.contentType());
    } catch (ObjectNotFoundException e) {
      return listed; // The object was deleted after the listing.
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
