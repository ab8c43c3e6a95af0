package io.headwater.store.memory;

import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.UploadPage.PendingUpload;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The multipart uploads of a {@link MemoryStore}. */
final class MemoryUploads implements MultipartUploads {
  private final MemoryBucket bucket;
  private final Set<Capability> capabilities;
  private final long minimumPartLength;

  MemoryUploads(MemoryBucket bucket, Set<Capability> capabilities, long minimumPartLength) {
    this.bucket = bucket;
    this.capabilities = capabilities;
    this.minimumPartLength = minimumPartLength;
  }

  @Override
  public String create(String key, PutOptions options) {
    return bucket.begin(key, options.metadata());
  }

  @Override
  public UploadedPart put(String key, String uploadId, int number, Content content)
      throws IOException {
    if (number < 1 || number > MAXIMUM_PARTS) {
      throw new IllegalArgumentException("part number must be 1 to 10000: " + number);
    }
    byte[] bytes = MemoryStore.read(content);
    bucket.putPart(key, uploadId, number, bytes);
    return new UploadedPart(number, PartsEtag.ofWhole(bytes), bytes.length);
  }

  @Override
  public ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException {
    mode.requireToComplete(capabilities, bucket.name() + "/" + key);
    return bucket.complete(key, uploadId, parts, mode, minimumPartLength);
  }

  @Override
  public void abort(String key, String uploadId) {
    bucket.abort(key, uploadId);
  }

  @Override
  public UploadPage list(UploadListOptions options) {
    List<PendingUpload> pending =
        bucket.uploads().entrySet().stream()
            .filter(entry -> entry.getValue().key().startsWith(options.prefix()))
            .map(
                entry ->
                    new PendingUpload(
                        entry.getValue().key(), entry.getKey(), entry.getValue().initiated()))
            .sorted(Comparator.comparing(PendingUpload::key, KeyOrder.INSTANCE))
            .toList();
    return new UploadPage(pending, Optional.empty());
  }
}
