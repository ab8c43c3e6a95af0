package io.headwater.store.swift;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.UploadPage.PendingUpload;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.exception.BucketNotFoundException;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.UploadNotFoundException;
import io.headwater.store.swift.SwiftLister.Entry;
import io.headwater.store.swift.SwiftLister.Query;
import io.headwater.store.swift.client.SwiftErrors;
import io.headwater.store.swift.client.SwiftNames;
import io.headwater.store.swift.client.SwiftRequest;
import io.headwater.store.swift.client.SwiftTypes;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Multipart uploads as static large objects. An upload has no state outside the objects in {@link
 * SegmentLayout}: its parts and a marker. The marker exists from {@link #create} until the manifest
 * is written. It carries the metadata, and its existence makes the upload one in progress.
 *
 * <p>Besides its parts, an upload costs five requests: write the marker, check it, check the
 * replaced object, write the manifest, remove the marker. A part costs two: after its PUT the
 * marker is checked, so that a part which arrives after an abort is removed. Only one caller at a
 * time may complete or abort an upload. Completing it again returns the existing object. Listings
 * of uploads are ordered by key within a page only.
 */
final class SwiftUploads implements MultipartUploads {
  private final SegmentLayout places;
  private final SwiftErrors errors;
  private final SwiftCapabilities capabilities;
  private final SwiftLister lister;
  private final LargeObjectCompleter manifests;
  private final SwiftContainers containers;
  private final SwiftReader markers;
  private final SwiftReader objects;

  SwiftUploads(
      SegmentLayout places,
      SwiftAccount account,
      SwiftCapabilities capabilities,
      SwiftLister lister,
      LargeObjectCompleter manifests) {
    this.places = places;
    this.errors = account.errors();
    this.capabilities = capabilities;
    this.lister = lister;
    this.manifests = manifests;
    this.containers = new SwiftContainers(errors);
    this.markers = new SwiftReader(places.container(), errors, account.info());
    this.objects = new SwiftReader(places.mainContainer(), errors, account.info());
  }

  @Override
  public String create(String key, PutOptions options) throws IOException {
    String id = UUID.randomUUID().toString().replace("-", "");
    places.requireRoom(key, id);
    SwiftRequest request =
        SwiftRequest.of(Operation.CREATE_UPLOAD, "PUT", places.container(), places.marker(key, id))
            .with(SwiftNames.headers(options.metadata()))
            .withBody(Content.empty(), SwiftTypes.EMPTY);
    try {
      errors.call(request);
    } catch (BucketNotFoundException e) {
      containers.createBeside(places.mainContainer(), places.container());
      errors.call(request);
    }
    return id;
  }

  @Override
  public UploadedPart put(String key, String uploadId, int number, Content content)
      throws IOException {
    if (number < 1 || number > MAXIMUM_PARTS) {
      throw new IllegalArgumentException("part number must be 1 to 10000: " + number);
    }
    String segment = places.segment(key, uploadId, number);
    SwiftRequest request =
        SwiftRequest.of(Operation.PUT_PART, "PUT", places.container(), segment)
            .withBody(content, SwiftTypes.of(content.length()));
    try {
      String etag = errors.put(request).header("ETag");
      marker(key, uploadId);
      return new UploadedPart(number, SwiftNames.unquoted(etag), content.length());
    } catch (BucketNotFoundException e) {
      throw noUpload(key, uploadId, e);
    } catch (UploadNotFoundException e) {
      // No later request would remove this part, whoever ended the upload.
      manifests.deleteLatePart(key, uploadId, segment);
      throw e;
    }
  }

  /** The upload's marker. */
  private ObjectInfo marker(String key, String uploadId) throws IOException {
    try {
      return markers.head(places.marker(key, uploadId));
    } catch (ObjectNotFoundException e) {
      throw noUpload(key, uploadId, e);
    }
  }

  private UploadNotFoundException noUpload(String key, String uploadId, IOException cause) {
    return new UploadNotFoundException(
        "swift://" + places.mainContainer() + "/" + key + ": there is no upload " + uploadId,
        cause);
  }

  @Override
  public ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException {
    capabilities.require(mode, "swift://" + places.mainContainer() + "/" + key);
    try {
      ObjectInfo marker = marker(key, uploadId);
      return manifests.write(key, uploadId, parts, new PutOptions(mode, marker.metadata()));
    } catch (UploadNotFoundException e) {
      if (manifests.isCompleted(key, uploadId)) {
        return objects.head(key);
      }
      throw e;
    }
  }

  @Override
  public void abort(String key, String uploadId) throws IOException {
    manifests.drop(key, uploadId);
  }

  @Override
  public UploadPage list(UploadListOptions options) throws IOException {
    String under = places.markersUnder(options.prefix());
    Query query =
        Query.tree(
            places.container(), under, options.token().orElse(""), ObjectStore.LIST_PAGE_LIMIT);
    List<Entry> page;
    try {
      page = lister.page(query);
    } catch (BucketNotFoundException e) {
      page = List.of(); // No upload was ever started.
    }
    List<PendingUpload> pending =
        page.stream()
            .map(this::pending)
            // A marker's name continues after the key, and the prefix may have matched that part of
            // it.
            .filter(upload -> upload.key().startsWith(options.prefix()))
            .sorted(Comparator.comparing(PendingUpload::key, SwiftNames.BYTE_ORDER))
            .toList();
    return new UploadPage(pending, lister.next(query, page));
  }

  private PendingUpload pending(Entry entry) {
    SegmentLayout.Upload upload = places.upload(entry.name());
    return new PendingUpload(upload.key(), upload.id(), SwiftNames.listed(entry.lastModified()));
  }
}
