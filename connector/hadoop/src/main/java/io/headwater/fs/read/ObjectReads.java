package io.headwater.fs.read;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.cache.ObjectEnd;
import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;

/**
 * The requests of one reader for one object: which bytes to request, and what is known of the
 * object. Safe for the threads of vectored reads besides the reader's thread.
 */
final class ObjectReads {
  /**
   * An object of up to this many bytes is fetched completely, and kept while the reader is open.
   */
  static final int SMALL = 1 << 20;

  private final ReadContext context;
  private final Bucket bucket;
  private final ReadFailures failures;
  private final PartLookup lookup;
  private String key;
  private final ReadAhead readAhead;
  private long length;
  private Optional<String> etag;
  private boolean cached;
  private boolean answered;
  private ObjectEnd end;
  private ReplacedFileException replaced;

  /** Finds the object of a part that was opened by its name without an attempt. */
  @FunctionalInterface
  interface PartLookup {
    Optional<HeadwaterFileStatus> find() throws IOException;
  }

  /**
   * @param lookup used if no object exists under the key
   * @param length the object's length in bytes, negative if unknown
   * @param etag the ETag that the object must have, or empty for any
   */
  ObjectReads(
      ReadContext context,
      String key,
      PartLookup lookup,
      ReadAhead readAhead,
      long length,
      Optional<String> etag) {
    this.context = context;
    this.bucket = context.bucket();
    this.failures = new ReadFailures(context);
    this.key = key;
    this.lookup = lookup;
    this.readAhead = readAhead;
    this.length = length;
    this.etag = etag;
  }

  /** Lets the first response decide if the object is not as its cached length and ETag say. */
  ObjectReads ofCached() {
    cached = true;
    return this;
  }

  synchronized String key() {
    return bucket.store().name() + "/" + key;
  }

  synchronized boolean knowsLength() {
    return length >= 0;
  }

  synchronized long length() {
    return length;
  }

  /** Records that the reader went back, or far ahead. */
  synchronized void noteJump() {
    readAhead.noteJump();
  }

  /** The last bytes, if they were fetched. */
  synchronized Optional<ObjectEnd> end() {
    return Optional.ofNullable(end);
  }

  /** Requests the first bytes that the reader probably needs, and the object's metadata. */
  ObjectBody first() throws IOException {
    try {
      Optional<ObjectEnd> last =
          readAhead.beginsAtEnd() ? keep(ByteRange.last(ObjectEnd.LENGTH)) : Optional.empty();
      return last.isPresent()
          ? last.get().body()
          : request(options(next(readAhead.splitStart(), 0)));
    } catch (RangeNotSatisfiableException e) {
      // The object is empty, or ends before its reader's split.
      return request(GetOptions.WHOLE);
    }
  }

  /** A body that contains the byte at {@code position}, and starts there or before. */
  ObjectBody get(long position, int wanted) throws IOException {
    Optional<ObjectBody> kept = kept(position);
    return kept.isPresent() ? kept.get() : request(options(next(position, wanted)));
  }

  private synchronized ByteRange next(long position, int wanted) {
    return readAhead.next(position, wanted);
  }

  private static GetOptions options(ByteRange range) {
    return range.equals(ByteRange.from(0)) ? GetOptions.WHOLE : GetOptions.WHOLE.withRange(range);
  }

  /**
   * A body that contains the bytes from {@code start} to {@code end}, or to the object's end, and
   * starts at the first of them or before. Any thread may call this.
   */
  ObjectBody range(long start, long end) throws IOException {
    Optional<ObjectBody> kept = kept(start);
    return kept.isPresent()
        ? kept.get()
        : request(GetOptions.WHOLE.withRange(new ByteRange(start, end)));
  }

  /** The bytes from a position to the object's end, if the reader may come back to them. */
  private synchronized Optional<ObjectBody> kept(long position) throws IOException {
    long start = length <= SMALL ? 0 : length - ObjectEnd.LENGTH;
    if (end == null && length >= 0 && position >= start && readAhead.mayComeBack()) {
      Optional<ObjectEnd> known =
          etag.flatMap(expected -> context.footers().takeEnd(key, expected));
      end = known.isPresent() ? known.get() : keep(ByteRange.from(start)).orElse(null);
    }
    return Optional.ofNullable(end).filter(kept -> position >= kept.start()).map(ObjectEnd::body);
  }

  /** Empty if the object is longer than expected, because the given length was wrong. */
  private synchronized Optional<ObjectEnd> keep(ByteRange range) throws IOException {
    for (int attempts = 1; ; attempts++) {
      try (ObjectBody body = request(options(range))) {
        if (body.length() > SMALL) {
          return Optional.empty();
        }
        Optional<byte[]> bytes = whole(body, attempts);
        if (bytes.isPresent()) {
          end = new ObjectEnd(body.info(), bytes.get());
          return Optional.of(end);
        }
      }
    }
  }

  /** A response, read in full, or empty if it broke and should be requested again. */
  private static Optional<byte[]> whole(ObjectBody body, int attempts) throws IOException {
    try {
      return Optional.of(body.stream().readNBytes((int) body.length()));
    } catch (TransientStoreException e) {
      if (!RetryPolicy.BODY.permits(attempts)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private ObjectBody request(GetOptions options) throws IOException {
    Optional<String> expected = etag();
    try {
      return send(options, expected);
    } catch (ObjectNotFoundException e) {
      FileNotFoundException gone = failures.gone(objectKey(), e);
      if (!useAttempt()) {
        throw gone;
      }
      return send(options, expected);
    } catch (PreconditionFailedException e) {
      if (forgetCached(expected)) {
        return request(options);
      }
      throw replaced(e);
    }
  }

  /**
   * Forgets an ETag that only the cache expected, and that is not the object's any more. Several
   * threads may have sent it.
   *
   * @return whether the request may be sent again, because another ETag or none is expected now
   */
  private synchronized boolean forgetCached(Optional<String> expected) {
    if (cached && !answered) {
      cached = false;
      etag = Optional.empty();
      length = -1;
      bucket.known().forget(key);
    }
    return !etag.equals(expected);
  }

  private synchronized ReplacedFileException replaced(Exception cause) {
    replaced = failures.replaced(key, cause);
    return replaced;
  }

  /**
   * Fails again if the file was replaced. A reader may have wrapped the first failure in another
   * exception, which its caller takes for a corrupt file.
   */
  synchronized void requireSameFile() throws ReplacedFileException {
    if (replaced != null) {
      throw new ReplacedFileException(replaced.getMessage(), replaced);
    }
  }

  private ObjectBody send(GetOptions options, Optional<String> expected) throws IOException {
    ObjectBody body =
        bucket.store().get(objectKey(), expected.map(options::withIfMatch).orElse(options));
    if (expected.isEmpty() && etag().isPresent() && !etag().get().equals(body.info().etag())) {
      body.close();
      throw replaced(null);
    }
    note(body.info());
    return body;
  }

  private synchronized String objectKey() {
    return key;
  }

  /** Switches to the committed attempt, if the key names a part without one. */
  private synchronized boolean useAttempt() throws IOException {
    Optional<String> attempt =
        answered
            ? Optional.empty()
            : lookup
                .find()
                .filter(FileStatus::isFile)
                .map(HeadwaterFileStatus::key)
                .filter(found -> !found.equals(key));
    attempt.ifPresent(found -> key = found);
    return attempt.isPresent();
  }

  private synchronized Optional<String> etag() {
    return etag;
  }

  /** Records the object's metadata from a response. */
  synchronized void note(ObjectInfo info) {
    answered = true;
    length = info.length();
    etag = Optional.of(info.etag());
  }
}
