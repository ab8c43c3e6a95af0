package io.headwater.store.memory;

import io.headwater.store.ObjectInfo;
import io.headwater.store.PartsEtag;
import io.headwater.store.UploadedPart;
import io.headwater.store.exception.StoreException;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;

/** Creates an object from an upload's parts, by the rules of S3's CompleteMultipartUpload. */
final class MemoryAssembly {
  private MemoryAssembly() {}

  static StoredObject join(
      String bucket, StoredUpload upload, List<UploadedPart> parts, long minimumPartLength)
      throws StoreException {
    String place = bucket + "/" + upload.key();
    if (parts.isEmpty()) {
      throw new StoreException(place + ": an upload needs at least one part", null);
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (int i = 0; i < parts.size(); i++) {
      UploadedPart part = parts.get(i);
      if (i > 0 && parts.get(i - 1).number() >= part.number()) {
        throw new StoreException(place + ": parts must ascend: " + part, null);
      }
      byte[] bytes = upload.parts().get(part.number());
      if (bytes == null || !PartsEtag.ofWhole(bytes).equals(part.etag())) {
        throw new StoreException(place + ": no such part was sent: " + part, null);
      }
      if (bytes.length < minimumPartLength && i < parts.size() - 1) {
        throw new StoreException(
            place + ": only the last part may be under " + minimumPartLength + " bytes: " + part,
            null);
      }
      joined.writeBytes(bytes);
    }
    byte[] whole = joined.toByteArray();
    String etag = PartsEtag.of(parts).orElseThrow();
    ObjectInfo info =
        new ObjectInfo(upload.key(), whole.length, etag, Instant.now(), upload.metadata());
    return new StoredObject(info, whole);
  }
}
