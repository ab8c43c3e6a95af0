package io.headwater.store.upload;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.concurrent.WorkerPool;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;

/**
 * One multipart upload. Sends each part in the background, a few at once, and releases its buffer
 * when the store has it. Used by one thread.
 */
final class PartSender {
  /** The number of parts of one stream in progress before its writer blocks. */
  private static final int IN_FLIGHT = 4;

  private final MultipartUploads uploads;
  private final WorkerPool senders;
  private final String key;
  private final PutOptions options;
  private final String uploadId;
  private final Deque<Future<UploadedPart>> underWay = new ArrayDeque<>();
  private final List<UploadedPart> sent = new ArrayList<>();

  private PartSender(MultipartUploads uploads, WorkerPool senders, String key, PutOptions options)
      throws IOException {
    this.uploads = uploads;
    this.senders = senders;
    this.key = key;
    this.options = options;
    uploadId = uploads.create(key, options);
  }

  static PartSender begin(
      MultipartUploads uploads, WorkerPool senders, String key, PutOptions options)
      throws IOException {
    return new PartSender(uploads, senders, key, options);
  }

  String key() {
    return key;
  }

  /** The number of the next part, from 1. */
  int nextPart() {
    return sent.size() + underWay.size() + 1;
  }

  /** Sends a part and takes ownership of it. Blocks while too many parts are in progress. */
  void send(PartBuffer part) throws IOException {
    while (underWay.size() >= IN_FLIGHT) {
      awaitOldest();
    }
    int number = nextPart();
    underWay.add(
        senders.submit(
            () -> {
              try (part) {
                return uploads.put(key, uploadId, number, part);
              }
            }));
  }

  void awaitAll() throws IOException {
    while (!underWay.isEmpty()) {
      awaitOldest();
    }
  }

  private void awaitOldest() throws IOException {
    // Removed only after success, so that a failed part fails every later wait too.
    sent.add(WorkerPool.await(underWay.peek()));
    underWay.remove();
  }

  ObjectInfo complete() throws IOException {
    awaitAll();
    return uploads.complete(key, uploadId, sent, options.mode());
  }

  /**
   * Waits until all parts are sent. Returns them with the upload, which then belongs to the caller.
   */
  PendingUpload detach() throws IOException {
    awaitAll();
    long length = sent.stream().mapToLong(UploadedPart::length).sum();
    return new PendingUpload(key, uploadId, length, sent);
  }

  /** Waits for the parts in progress, ignores their failures, and drops the upload. */
  void abort() throws IOException {
    for (Future<UploadedPart> part : underWay) {
      try {
        WorkerPool.await(part);
      } catch (IOException e) {
        // The upload is dropped. The failure was reported by awaitAll or does not matter.
        continue;
      }
    }
    uploads.abort(key, uploadId);
  }
}
