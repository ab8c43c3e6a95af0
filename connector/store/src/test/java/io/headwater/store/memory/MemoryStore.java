package io.headwater.store.memory;

import io.headwater.store.Capability;
import io.headwater.store.CopyOptions;
import io.headwater.store.DeleteFailure;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStream;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.RangeNotSatisfiableException;
import io.headwater.store.exception.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bucket in this process's memory. It has every {@link Capability} except {@link
 * Capability#STORLETS}, and writes are visible at once. It is the reference for other stores in the
 * contract suite. Closing it keeps the bucket.
 */
public final class MemoryStore implements ObjectStore {
  private static final Map<String, MemoryBucket> SHARED = new ConcurrentHashMap<>();

  private final MemoryBucket bucket;
  private final Set<Capability> capabilities;
  private final long minimumPartLength;

  /** A new bucket with all of these capabilities and S3's smallest part length. */
  public MemoryStore(String bucket) {
    this(bucket, EnumSet.allOf(Capability.class), MultipartUploads.MINIMUM_PART_LENGTH);
  }

  /**
   * A new bucket.
   *
   * @param capabilities the declared capabilities; the store refuses the others
   * @param minimumPartLength in bytes, of every part except an upload's last
   */
  public MemoryStore(String bucket, Set<Capability> capabilities, long minimumPartLength) {
    this(new MemoryBucket("memory://" + bucket), capabilities, minimumPartLength);
  }

  private MemoryStore(MemoryBucket bucket, Set<Capability> capabilities, long minimumPartLength) {
    this.bucket = bucket;
    Set<Capability> declared = EnumSet.noneOf(Capability.class);
    declared.addAll(capabilities);
    declared.remove(Capability.STORLETS);
    declared.remove(Capability.LISTED_MEDIA_TYPES);
    this.capabilities = Set.copyOf(declared);
    this.minimumPartLength = minimumPartLength;
  }

  /** The bucket with this name. All stores with this name in this process share it. */
  public static MemoryStore shared(String bucket) {
    MemoryBucket state =
        SHARED.computeIfAbsent(bucket, name -> new MemoryBucket("memory://" + name));
    return new MemoryStore(
        state, EnumSet.allOf(Capability.class), MultipartUploads.MINIMUM_PART_LENGTH);
  }

  @Override
  public String name() {
    return bucket.name();
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return bucket.get(key).info();
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    StoredObject object = bucket.get(key);
    ObjectInfo info = object.info();
    if (options.ifMatch().isPresent() && !options.ifMatch().get().equals(info.etag())) {
      throw new PreconditionFailedException(
          name() + "/" + key + ": the ETag is " + info.etag() + ", not " + options.ifMatch().get(),
          null);
    }
    if (options.range().isEmpty()) {
      return body(object, 0, object.bytes().length);
    }
    ByteRange range = options.range().get();
    long start = range.start() < 0 ? Math.max(0, info.length() + range.start()) : range.start();
    if (start >= info.length()) {
      throw new RangeNotSatisfiableException(
          name() + "/" + key + ": " + range.toHeader() + " of " + info.length() + " bytes", null);
    }
    return body(object, (int) start, (int) Math.min(range.end(), info.length()));
  }

  private static ObjectBody body(StoredObject object, int start, int end) {
    InputStream stream = new ByteArrayInputStream(object.bytes(), start, end - start);
    return new ObjectBody(object.info(), start, end - start, stream);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    options.mode().requireOf(capabilities, name() + "/" + key);
    byte[] bytes = read(content);
    ObjectInfo info =
        new ObjectInfo(
            key, bytes.length, PartsEtag.ofWhole(bytes), Instant.now(), options.metadata());
    return bucket.put(new StoredObject(info, bytes), options.mode());
  }

  /** All bytes, if their number is the declared one. */
  static byte[] read(Content content) throws IOException {
    try (InputStream stream = content.open()) {
      byte[] bytes = stream.readAllBytes();
      if (bytes.length != content.length()) {
        throw new StoreException(
            "content of " + content.length() + " bytes gave " + bytes.length, null);
      }
      return bytes;
    }
  }

  @Override
  public Optional<ObjectStream> stream(String key, StreamOptions options) throws IOException {
    if (!capabilities.contains(Capability.STREAMED_PUT)) {
      throw new UnsupportedOperationException(
          name() + " does not support streams of unknown length");
    }
    options.put().mode().requireOf(capabilities, name() + "/" + key);
    return Optional.of(new MemoryStream(this, key, options.put()));
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) throws IOException {
    options.requireOf(capabilities, name() + "/" + target);
    return bucket.copy(source, target, options.mode());
  }

  @Override
  public void delete(String key) {
    bucket.delete(key);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) {
    keys.forEach(bucket::delete);
    return List.of();
  }

  @Override
  public ListPage list(ListOptions options) {
    return bucket.list(options);
  }

  @Override
  public MultipartUploads uploads() {
    if (!capabilities.contains(Capability.MULTIPART_UPLOAD)) {
      throw new UnsupportedOperationException(name() + " has no multipart uploads");
    }
    return new MemoryUploads(bucket, capabilities, minimumPartLength);
  }

  @Override
  public void close() {
    // The bucket belongs to the process, and other stores may share it.
  }
}
