package io.headwater.fs;

import io.headwater.store.ByteRange;
import io.headwater.store.Capability;
import io.headwater.store.CountedStream;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectNotFoundException;
import io.headwater.store.PreconditionFailedException;
import io.headwater.store.UnsupportedByStoreException;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletFailedException;
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

/** Runs storlets of the store on a file system's files; got from {@link HeadwaterFileSystem}. */
public final class NearStore {
  private static final Logger LOG = LoggerFactory.getLogger(NearStore.class);

  /** What the whole process has learned of its stores. */
  private static final KnownStorlets KNOWN = new KnownStorlets(Clock.systemUTC());

  /** Reasons of a refusal that say that the storlet is not there, or not for this user. */
  private static final Set<String> ABSENT = Set.of("policy", "storlet");

  /** Reasons of a refusal that say nothing about the storlet. */
  private static final Set<String> TROUBLE = Set.of("engine", "input", "internal");

  private final Bucket bucket;
  private final Opening opening;
  private final ReadFailures failures;
  private final KnownStorlets known;

  NearStore(Bucket bucket, Opening opening) {
    this(bucket, opening, KNOWN);
  }

  /** With what a test has learned. */
  NearStore(Bucket bucket, Opening opening, KnownStorlets known) {
    this.bucket = bucket;
    this.opening = opening;
    this.failures = new ReadFailures(bucket);
    this.known = known;
  }

  /** Whether the store may be asked at all. */
  boolean mayRun() {
    return bucket.asksForStorlets() && bucket.store().capabilities().contains(Capability.STORLETS);
  }

  /**
   * Whether the store runs a storlet on objects of this bucket. It is asked to do so on the first
   * byte of an object, once in a process; a no is asked again after ten minutes. What the network
   * keeps from being answered is a no for this call.
   *
   * @param path of an object that is there
   */
  public boolean runs(Path path, String storlet) {
    return mayRun() && known.ask(here(storlet), () -> probe(path, storlet));
  }

  /** Whether the store may run a storlet, as far as is known without asking it. */
  public boolean mayRun(String storlet) {
    return mayRun() && known.known(here(storlet)).orElse(true);
  }

  private KnownStorlets.Key here(String storlet) {
    return new KnownStorlets.Key(bucket.identity(), storlet);
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
      LOG.debug("Asked whether {} runs {}", bucket.store().name(), storlet, e);
      return TROUBLE.contains(e.reason())
          ? Optional.empty()
          : Optional.of(!ABSENT.contains(e.reason()));
    } catch (StorletsUnsupportedException | UnsupportedByStoreException e) {
      LOG.debug("Asked whether {} runs {}", bucket.store().name(), storlet, e);
      return Optional.of(false);
    } catch (IOException e) {
      LOG.warn("It is not known whether {} runs {}: {}", bucket.store().name(), storlet, e, e);
      return Optional.empty();
    }
  }

  /**
   * What storlets answer for a file, whose bytes are counted as those that are read of files. A
   * file that was replaced fails as its reader's reads do.
   *
   * @param etag what the file must have, without quotes, goes before the call's own; empty for what
   *     is known of the file, or any
   * @throws FileNotFoundException if there is no such file
   * @throws StorletsUnsupportedException if the store has no storlets, or is not to be asked
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

  private StorletAnswer send(String key, Optional<String> etag, StorletCall call)
      throws IOException {
    try {
      return bucket
          .store()
          .run(key, etag.map(call::withIfMatch).orElse(call))
          .through(stream -> new CountedStream(stream, bucket.statistics()::incrementBytesRead));
    } catch (ObjectNotFoundException e) {
      throw failures.gone(key, e);
    } catch (PreconditionFailedException e) {
      throw failures.replaced(key, e);
    }
  }
}
