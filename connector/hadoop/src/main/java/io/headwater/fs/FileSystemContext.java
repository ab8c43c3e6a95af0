package io.headwater.fs;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.cache.DirectoryProbeCache;
import io.headwater.fs.cache.EmptyFileCache;
import io.headwater.fs.cache.FooterCache;
import io.headwater.fs.cache.LastDeletion;
import io.headwater.fs.cache.MissingKeyCache;
import io.headwater.fs.cache.SkipIndexCache;
import io.headwater.fs.committer.CommitContext;
import io.headwater.fs.config.FileSystemSettings;
import io.headwater.fs.config.Settings;
import io.headwater.fs.config.Visibility;
import io.headwater.fs.list.ListContext;
import io.headwater.fs.read.ReadContext;
import io.headwater.fs.write.WriteContext;
import io.headwater.store.upload.UploadResources;
import io.headwater.store.upload.UploadSettings;
import io.headwater.store.upload.WritePolicy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The shared state of a file system's parts, by what they do.
 *
 * @param bucket of all parts
 * @param identity the store's and the bucket's names, equal in all file systems of the bucket
 * @param list of lookups and listings
 * @param read of readers
 * @param write of writers, renames and deletions
 * @param commits of jobs, or empty if they do not commit by manifest
 * @param requestsStorlets whether storlet requests may be sent to the store
 */
record FileSystemContext(
    Bucket bucket,
    String identity,
    ListContext list,
    ReadContext read,
    WriteContext write,
    Optional<CommitContext> commits,
    boolean requestsStorlets) {
  /**
   * The parts' state according to the settings.
   *
   * @param changes counts this file system's changes of the bucket
   */
  static FileSystemContext of(
      Bucket bucket, LongSupplier changes, String identity, Settings settings, Usage usage) {
    MissingKeyCache missing = new MissingKeyCache(changes);
    FooterCache footers = new FooterCache(changes);
    Visibility visibility = settings.choice(FileSystemSettings.COMMIT_VISIBILITY, Visibility.class);
    ListContext list =
        new ListContext(
            bucket,
            new SkipIndexCache(),
            missing,
            new EmptyFileCache(changes),
            new DirectoryProbeCache(changes),
            footers,
            settings.isOn(FileSystemSettings.LIST_MANIFEST),
            settings.bytes(FileSystemSettings.BLOCK_SIZE));
    WriteContext write =
        new WriteContext(
            bucket,
            missing,
            new LastDeletion(identity),
            UploadResources.shared(uploads(settings)),
            visibility,
            usage);
    Optional<CommitContext> commits =
        settings.isOn(FileSystemSettings.COMMIT_MANIFEST)
            ? Optional.of(new CommitContext(bucket, missing, visibility))
            : Optional.empty();
    return new FileSystemContext(
        bucket,
        identity,
        list,
        new ReadContext(bucket, footers, usage),
        write,
        commits,
        settings.isOn(FileSystemSettings.STORLETS));
  }

  private static UploadSettings uploads(Settings settings) {
    String folder =
        settings
            .text(FileSystemSettings.UPLOAD_BUFFER_DIR)
            .orElse(settings.configuration().get("hadoop.tmp.dir", "/tmp") + "/headwater");
    return new UploadSettings(
        settings.choice(FileSystemSettings.UPLOAD_POLICY, WritePolicy.class),
        settings.bytes(FileSystemSettings.UPLOAD_MEMORY),
        Path.of(folder),
        settings.bytes(FileSystemSettings.UPLOAD_WHOLE_SIZE),
        settings.bytes(FileSystemSettings.UPLOAD_PART_SIZE),
        settings.count(FileSystemSettings.UPLOAD_THREADS));
  }
}
