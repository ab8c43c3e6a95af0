package io.headwater.fs.write;

import io.headwater.commit.PendingObject;
import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.ManifestParser;
import io.headwater.fs.bucket.Bucket;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.StoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.PathIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prevents programs that write no manifest from replacing or deleting one (protocol/PROTOCOL.md,
 * section 6). Their jobs may replace a part of a dataset: its parts are foreign objects, and its
 * {@code _SUCCESS} is not written.
 */
public final class ManifestProtection {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestProtection.class);

  private final WriteContext context;
  private final Bucket bucket;

  public ManifestProtection(WriteContext context) {
    this.context = context;
    this.bucket = context.bucket();
  }

  /**
   * Checks, before a committer without manifests starts a job, that the job will replace no
   * manifest. A root that was recently missing costs no request.
   */
  void beginJob(String root) throws IOException {
    if (!context.missing().isMissing(root) && !context.deleted().isFolderBelow(root)) {
      requireNone(root);
    }
  }

  /**
   * Writes a file at a base's key.
   *
   * @throws IOException if a manifest exists and the file is not one
   */
  void put(String root, Content file) throws IOException {
    String key = ManifestKeys.base(root);
    bucket.known().forget(key);
    if (isManifest(root, file)) {
      bucket.store().put(key, file, PutOptions.OVERWRITE);
    } else {
      putSuccess(root, file);
    }
  }

  /**
   * Writes a pending file at a base's key. A program that overwrites has deleted the base before.
   * The base was kept for this check.
   */
  public void publish(PendingObject file, String root) throws IOException {
    put(root, file.writer().content().orElseThrow());
    bucket.pending().discard(file.temporaryKey(), bucket.store(), bucket.workers());
  }

  /**
   * Checks that an object may be copied to a key.
   *
   * @throws IOException if it would replace a manifest and is not one
   */
  public void requireCopyable(ObjectInfo object, String key) throws IOException {
    Optional<String> root = ManifestKeys.rootOfBase(key);
    if (root.isPresent()) {
      DatasetState state = bucket.datasets().read(root.get());
      Content file = new StoredContent(bucket.store(), object);
      if (!state.isEmpty() && !isManifest(root.get(), file)) {
        throw refusal(root.get(), "by a file that is no manifest");
      }
    }
  }

  /**
   * Checks that a key for a file of unknown content is not the key of a dataset's manifest.
   *
   * @param writer how the file is written, for the message
   */
  void requireNoManifest(String key, String writer) throws IOException {
    Optional<String> root = ManifestKeys.rootOfBase(key);
    if (root.isPresent() && !bucket.datasets().read(root.get()).isEmpty()) {
      throw refusal(root.get(), writer);
    }
  }

  /**
   * Checks that a file may be deleted by itself.
   *
   * @throws PathIOException if it is a manifest with entries
   */
  void requireDeletable(String key) throws IOException {
    Optional<String> root = ManifestKeys.rootOfBase(key);
    if (root.isEmpty()) {
      return;
    }
    DatasetState state = bucket.datasets().read(root.get());
    if (state.base().isPresent() && !state.entries().isEmpty()) {
      throw new PathIOException(
          bucket.paths().path(key).toString(),
          "it is the manifest of a dataset of "
              + state.entries().size()
              + " files, which would be lost without it. To delete the dataset, delete "
              + "the folder (hadoop fs -rm -r). To replace it, run a job that overwrites "
              + "it");
    }
  }

  private boolean isManifest(String root, Content file) throws IOException {
    try (InputStream document = file.open()) {
      return ManifestParser.parse(document, file.length(), place(root)).isPresent();
    }
  }

  private void putSuccess(String root, Content content) throws IOException {
    bucket.store().verifiedCapabilities(ManifestKeys.base(root));
    boolean guesses = supports(PutMode.CREATE_IF_ABSENT);
    for (int attempts = 1; ; attempts++) {
      Optional<String> seen = Optional.empty();
      if (attempts > 1 || !guesses) {
        if (staysUntouched(root)) {
          return;
        }
        seen = requireNone(root);
      }
      try {
        bucket.store().put(ManifestKeys.base(root), content, replacing(seen));
        return;
      } catch (StoreException e) {
        if (!RetryPolicy.SUCCESS_FILE.repeats(e, attempts)) {
          throw e;
        }
      }
    }
  }

  /** Whether a job that replaced a part of a dataset keeps its manifest. */
  private boolean staysUntouched(String root) throws IOException {
    if (!context.deleted().isFolderBelow(root) || bucket.datasets().read(root).isEmpty()) {
      return false;
    }
    LOG.info("{} is kept: it is the manifest of the dataset", place(root));
    context.deleted().forget();
    return true;
  }

  private PutOptions replacing(Optional<String> seen) {
    PutMode mode = seen.<PutMode>map(PutMode.ReplaceIfMatch::new).orElse(PutMode.CREATE_IF_ABSENT);
    return new PutOptions(supports(mode) ? mode : PutMode.OVERWRITE, Map.of());
  }

  private boolean supports(PutMode mode) {
    return bucket.store().capabilities().containsAll(mode.needs().stream().toList());
  }

  /** The ETag of the object at the base's key, which must not be a manifest. */
  private Optional<String> requireNone(String root) throws IOException {
    DatasetState state = bucket.datasets().read(root);
    if (!state.isEmpty()) {
      throw refusal(root, "by a committer that writes no manifest");
    }
    return state.baseObject().map(ObjectInfo::etag);
  }

  private IOException refusal(String root, String writer) {
    return new IOException(
        "cannot write "
            + bucket.store().name()
            + "/"
            + root
            + " "
            + writer
            + ": it would replace "
            + place(root)
            + ", the manifest of the dataset there. Commit by manifest (set"
            + " fs.headwater.commit.manifest=true and, in Spark,"
            + " spark.sql.sources.commitProtocolClass=io.headwater.spark.HeadwaterCommitProtocol),"
            + " overwrite the whole dataset, or write to another folder");
  }

  private String place(String root) {
    return bucket.store().name() + "/" + ManifestKeys.base(root);
  }
}
