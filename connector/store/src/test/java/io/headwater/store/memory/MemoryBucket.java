package io.headwater.store.memory;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.UploadedPart;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.UploadNotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a bucket. Every method is one atomic step. */
final class MemoryBucket {
  private final String name;
  private final TreeMap<String, StoredObject> objects = new TreeMap<>(KeyOrder.INSTANCE);
  private final TreeMap<String, StoredUpload> uploads = new TreeMap<>();
  private long begun;

  MemoryBucket(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  synchronized StoredObject get(String key) throws ObjectNotFoundException {
    StoredObject object = objects.get(key);
    if (object == null) {
      throw new ObjectNotFoundException(name + "/" + key + ": no such object", null);
    }
    return object;
  }

  synchronized ObjectInfo put(StoredObject object, PutMode mode)
      throws PreconditionFailedException {
    check(object.info().key(), mode);
    objects.put(object.info().key(), object);
    return object.info();
  }

  synchronized ObjectInfo copy(String source, String target, PutMode mode) throws StoreException {
    StoredObject from = get(source);
    check(target, mode);
    ObjectInfo info = from.info();
    ObjectInfo copied =
        new ObjectInfo(target, info.length(), info.etag(), Instant.now(), info.metadata());
    objects.put(target, new StoredObject(copied, from.bytes()));
    return copied;
  }

  synchronized void delete(String key) {
    objects.remove(key);
  }

  synchronized ListPage list(ListOptions options) {
    return MemoryListing.page(objects, options);
  }

  synchronized String begin(String key, Map<String, String> metadata) {
    // Zero-padded, so that uploads sort in the order of their creation.
    String id = String.format("upload-%012d", ++begun);
    uploads.put(id, new StoredUpload(key, Instant.now(), metadata, new TreeMap<>()));
    return id;
  }

  synchronized void putPart(String key, String id, int number, byte[] bytes)
      throws UploadNotFoundException {
    upload(key, id).parts().put(number, bytes);
  }

  synchronized ObjectInfo complete(
      String key, String id, List<UploadedPart> parts, PutMode mode, long minimumPartLength)
      throws StoreException {
    StoredUpload upload = upload(key, id);
    StoredObject object = MemoryAssembly.join(name, upload, parts, minimumPartLength);
    put(object, mode);
    uploads.remove(id);
    return object.info();
  }

  synchronized void abort(String key, String id) {
    uploads.computeIfPresent(id, (same, upload) -> upload.key().equals(key) ? null : upload);
  }

  synchronized Map<String, StoredUpload> uploads() {
    return new TreeMap<>(uploads);
  }

  private StoredUpload upload(String key, String id) throws UploadNotFoundException {
    StoredUpload upload = uploads.get(id);
    if (upload == null || !upload.key().equals(key)) {
      throw new UploadNotFoundException(name + "/" + key + ": no such upload: " + id, null);
    }
    return upload;
  }

  private void check(String key, PutMode mode) throws PreconditionFailedException {
    StoredObject existing = objects.get(key);
    boolean isMet =
        mode instanceof PutMode.Overwrite
            || (mode instanceof PutMode.CreateIfAbsent && existing == null)
            || (mode instanceof PutMode.ReplaceIfMatch match
                && existing != null
                && existing.info().etag().equals(match.etag()));
    if (!isMet) {
      throw new PreconditionFailedException(
          name + "/" + key + ": " + (existing == null ? "not there" : "there") + ", " + mode, null);
    }
  }
}
