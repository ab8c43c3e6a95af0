package io.headwater.store.upload;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.WorkerPool;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;

/**
 * One multipart upload: sends each part in the background, a few at once, and releases its buffer
 * when the store has it. Used by one thread.
 */
final class PartSender {
  /** How many parts of one stream are under way before its writer waits. */
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

  /** The number that the next part gets, from 1. */
  int nextPart() {
    return sent.size() + underWay.size() + 1;
  }

  /** Sends a part, which is this object's from now on; waits while too many are under way. */
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
    // Removed only after it succeeded, so that a failed part fails every later wait too.
    sent.add(WorkerPool.await(underWay.peek()));
    underWay.remove();
  }

  ObjectInfo complete() throws IOException {
    awaitAll();
    return uploads.complete(key, uploadId, sent, options.mode());
  }

  /** All parts, once they are sent; the upload is whose it is told. */
  PendingUpload detach() throws IOException {
    awaitAll();
    long length = sent.stream().mapToLong(UploadedPart::length).sum();
    return new PendingUpload(key, uploadId, length, sent);
  }

  /** Waits for what is under way, whatever becomes of it, and drops the upload. */
  void abort() throws IOException {
    for (Future<UploadedPart> part : underWay) {
      try {
        WorkerPool.await(part);
      } catch (IOException e) {
        // A part of an upload that is dropped: its failure was told by awaitAll, or is of no
        // matter.
        continue;
      }
    }
    uploads.abort(key, uploadId);
  }
}
