package io.headwater.fs.storlet;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.cache.StorletSupportCache;
import io.headwater.fs.read.FileOpener;
import io.headwater.fs.read.ReadContext;
import io.headwater.fs.read.ReadFailures;
import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.CountedStream;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.UnsupportedByStoreException;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletFailedException;
import io.headwater.store.storlet.StorletNames.Reason;
import io.headwater.store.storlet.StorletRefusedException;
import io.headwater.store.storlet.StorletStage;
import io.headwater.store.storlet.StorletsUnsupportedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the store's storlets on a file system's files. The file system returns an instance. */
public final class StorletClient {
  private static final Logger LOG = LoggerFactory.getLogger(StorletClient.class);

  /** The process's cache about its stores. */
  private static final StorletSupportCache KNOWN = new StorletSupportCache(Clock.systemUTC());

  /** Refusal reasons that mean the storlet does not exist, or not for this user. */
  private static final Set<String> ABSENT = Set.of(Reason.POLICY, Reason.STORLET);

  /** Refusal reasons that say nothing about the storlet. */
  private static final Set<String> TROUBLE = Set.of(Reason.ENGINE, Reason.INPUT, Reason.INTERNAL);

  private final Bucket bucket;
  private final String identity;
  private final boolean isEnabled;
  private final Usage usage;
  private final FileOpener opening;
  private final ReadFailures failures;
  private final StorletSupportCache known;

  /**
   * The storlets of a bucket's store.
   *
   * @param identity the store's and the bucket's names, equal in all file systems of the bucket
   * @param isEnabled whether storlet requests may be sent to the store
   */
  public StorletClient(
      ReadContext context, FileOpener opening, String identity, boolean isEnabled) {
    this(context, opening, identity, isEnabled, KNOWN);
  }

  /** With a test's cache. */
  public StorletClient(
      ReadContext context,
      FileOpener opening,
      String identity,
      boolean isEnabled,
      StorletSupportCache known) {
    this.bucket = context.bucket();
    this.usage = context.usage();
    this.identity = identity;
    this.isEnabled = isEnabled;
    this.opening = opening;
    this.failures = new ReadFailures(context);
    this.known = known;
  }

  /** Whether storlet requests may be sent at all. */
  public boolean mayRun() {
    return isEnabled && bucket.store().capabilities().contains(Capability.STORLETS);
  }

  /**
   * Whether the store runs a storlet on objects of this bucket. It is tested on the first byte of
   * an object, once per process. A no is tested again after ten minutes. If the network fails, the
   * answer is no for this call.
   *
   * @param path of an existing object
   */
  public boolean runs(Path path, String storlet) {
    return mayRun() && known.find(here(storlet), () -> probe(path, storlet));
  }

  /** Whether the store may run a storlet, according to the cache. */
  public boolean mayRun(String storlet) {
    return mayRun() && known.known(here(storlet)).orElse(true);
  }

  private StorletSupportCache.Key here(String storlet) {
    return new StorletSupportCache.Key(identity, storlet);
  }

  private Optional<Boolean> probe(Path path, String storlet) {
    StorletCall call =
        new StorletCall(
            List.of(new StorletStage(storlet, List.of())),
            Optional.of(ByteRange.of(0, 1)),
            Optional.empty());
    try {
      run(path, Optional.empty(), call).close();
      return Optional.of(true);
    } catch (StorletFailedException e) {
      return Optional.of(true);
    } catch (StorletRefusedException e) {
      LOG.debug("Could not find out whether {} runs {}", bucket.store().name(), storlet, e);
      return TROUBLE.contains(e.reason())
          ? Optional.empty()
          : Optional.of(!ABSENT.contains(e.reason()));
    } catch (StorletsUnsupportedException | UnsupportedByStoreException e) {
      LOG.debug("Could not find out whether {} runs {}", bucket.store().name(), storlet, e);
      return Optional.of(false);
    } catch (IOException e) {
      LOG.warn("It is not known whether {} runs {}: {}", bucket.store().name(), storlet, e, e);
      return Optional.empty();
    }
  }

  /**
   * The output of storlets for a file. Its bytes count as bytes read from files. If the file was
   * replaced, it fails like a reader.
   *
   * @param etag the ETag that the file must have, without quotes. It overrides the call's. Empty
   *     for the known ETag, or any.
   * @throws FileNotFoundException if the file does not exist
   * @throws StorletsUnsupportedException if the store has no storlets, or they are disabled
   */
  public StorletAnswer run(Path path, Optional<String> etag, StorletCall call) throws IOException {
    if (!mayRun()) {
      throw new StorletsUnsupportedException(
          path + ": the store runs no storlets, or fs.headwater.storlets is false");
    }
    Optional<String> wanted = etag.or(call::ifMatch);
    String key = bucket.paths().key(path);
    Optional<ObjectInfo> object = opening.known(key);
    if (object.isPresent()) {
      return send(key, wanted.or(() -> object.map(ObjectInfo::etag)), call);
    }
    opening.requireUnknown(path, key);
    try {
      return send(key, wanted, call);
    } catch (FileNotFoundException e) {
      HeadwaterFileStatus part = opening.part(path, e);
      return send(part.key(), wanted.or(() -> Optional.of(part.getEtag())), call);
    }
  }

  /**
   * The object that the store has under a file's name now, or empty if it has none. Also empty for
   * an entry of a manifest, whose object never changes.
   */
  public Optional<ObjectInfo> stored(Path path) throws IOException {
    String key = bucket.paths().key(path);
    return bucket.datasets().entry(key).isPresent() ? Optional.empty() : bucket.stored(key);
  }

  private StorletAnswer send(String key, Optional<String> etag, StorletCall call)
      throws IOException {
    try {
      return bucket
          .store()
          .run(key, etag.map(call::withIfMatch).orElse(call))
          .through(stream -> new CountedStream(stream, usage.statistics()::incrementBytesRead));
    } catch (ObjectNotFoundException e) {
      throw failures.gone(key, e);
    } catch (PreconditionFailedException e) {
      throw failures.replaced(key, e);
    }
  }
}
