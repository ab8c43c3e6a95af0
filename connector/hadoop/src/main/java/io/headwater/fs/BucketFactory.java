package io.headwater.fs;

import io.headwater.commit.ObjectInfoCache;
import io.headwater.commit.PendingOutput;
import io.headwater.commit.dataset.DatasetReader;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.layers.StoreLayers;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.s3.S3Settings;
import io.headwater.store.s3.S3Store;
import io.headwater.store.swift.SwiftStore;
import io.headwater.store.upload.UploadResources;
import io.headwater.store.upload.UploadSettings;
import io.headwater.store.upload.WritePolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** Assembles a file system's parts according to its settings. */
final class BucketFactory {
  private BucketFactory() {}

  /** The root of the bucket that contains a path. */
  static URI root(URI path) {
    String authority = path.getAuthority();
    if (authority != null && authority.contains("@")) {
      throw new IllegalArgumentException(
          "the path has text before an @ in front of the bucket. Write "
              + path.getScheme()
              + "://BUCKET/path, and set fs.headwater.s3.access.key and .secret.key");
    }
    if (authority == null) {
      throw new IllegalArgumentException(
          path + " names no bucket; write " + path.getScheme() + "://BUCKET/path");
    }
    return URI.create(path.getScheme() + "://" + authority);
  }

  static FileSystemContext open(
      URI root, Configuration configuration, FileSystem.Statistics statistics) throws IOException {
    BucketName name = BucketName.parse(root);
    Settings settings = new Settings(configuration, name);
    ObjectStore backend;
    String place;
    if (name.api() == BucketName.Api.SWIFT) {
      place = name.service().orElseThrow();
      backend = SwiftStore.open(name.bucket(), SwiftConnection.settings(settings, place));
    } else {
      S3Settings connection = S3Connection.settings(settings);
      requireEndpoint(name, connection, settings);
      place = connection.endpoint().map(URI::toString).orElse("");
      backend = S3Store.open(name.bucket(), connection);
    }
    try {
      IOStatisticsStore counts = Counts.ofFileSystem();
      StoreLayers layers =
          StoreLayers.around(
              backend,
              new RequestStatistics(counts),
              settings.count(FileSystemSettings.REQUESTS_MAX),
              RetryPolicy.REQUEST.withAttempts(settings.count(FileSystemSettings.RETRY_ATTEMPTS)));
      String identity = place + "/" + backend.name();
      return assemble(layers, identity, root, configuration, counts, statistics);
    } catch (IllegalArgumentException e) {
      backend.close();
      throw e;
    }
  }

  /** Without this check, requests for a misspelt service would go to Amazon. */
  private static void requireEndpoint(BucketName name, S3Settings found, Settings settings) {
    if (name.service().isPresent() && found.endpoint().isEmpty()) {
      String wanted = settings.nameFor(S3AccessSettings.ENDPOINT);
      throw new IllegalArgumentException(
          wanted + " is not set: set it to the URL of the store that the service names");
    }
  }

  /** Assembles the parts that share a store. */
  static FileSystemContext assemble(
      StoreLayers layers,
      String identity,
      URI root,
      Configuration configuration,
      IOStatisticsStore counts,
      FileSystem.Statistics statistics) {
    Settings settings = new Settings(configuration, BucketName.parse(root));
    return new FileSystemContext(
        layers.requests(),
        layers.commits(),
        identity,
        new PathKeys(root),
        PendingOutput.shared(identity),
        new ObjectInfoCache(),
        new DatasetReader(layers.requests()),
        new SeenIndexes(),
        new RecentlyMissing(layers.mutations()),
        new LastDeletion(identity),
        new DirectoryProbeCache(layers.mutations()),
        new OpenedFile(layers.mutations()),
        new WorkerPool(
            "headwater-" + root.getAuthority(), settings.count(FileSystemSettings.WORKERS)),
        UploadResources.shared(uploads(settings, configuration)),
        settings.isOn(FileSystemSettings.COMMIT_MANIFEST),
        settings.isOn(FileSystemSettings.LIST_MANIFEST),
        settings.choice(FileSystemSettings.COMMIT_VISIBILITY, Visibility.class),
        settings.isOn(FileSystemSettings.STORLETS),
        settings.bytes(FileSystemSettings.BLOCK_SIZE),
        counts,
        statistics);
  }

  private static UploadSettings uploads(Settings settings, Configuration configuration) {
    String folder =
        settings
            .text(FileSystemSettings.UPLOAD_BUFFER_DIR)
            .orElse(configuration.get("hadoop.tmp.dir", "/tmp") + "/headwater");
    return new UploadSettings(
        settings.choice(FileSystemSettings.UPLOAD_POLICY, WritePolicy.class),
        settings.bytes(FileSystemSettings.UPLOAD_MEMORY),
        Path.of(folder),
        settings.bytes(FileSystemSettings.UPLOAD_WHOLE_SIZE),
        settings.bytes(FileSystemSettings.UPLOAD_PART_SIZE),
        settings.count(FileSystemSettings.UPLOAD_THREADS));
  }
}
