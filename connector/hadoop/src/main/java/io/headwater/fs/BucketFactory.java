package io.headwater.fs;

import io.headwater.commit.PendingOutput;
import io.headwater.commit.cache.ObjectInfoCache;
import io.headwater.commit.dataset.DatasetReader;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.Counts;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.bucket.RequestStatistics;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.FileSystemSettings;
import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.Settings;
import io.headwater.fs.connection.S3Connection;
import io.headwater.fs.connection.SwiftConnection;
import io.headwater.fs.metrics.HadoopMetrics;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.layers.StoreLayers;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.s3.S3Settings;
import io.headwater.store.s3.S3Store;
import io.headwater.store.swift.SwiftStore;
import java.io.IOException;
import java.net.URI;
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
      HadoopMetrics.register();
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
    Bucket bucket =
        new Bucket(
            layers.requests(),
            layers.commits(),
            new PathKeys(root),
            PendingOutput.shared(identity),
            new ObjectInfoCache(),
            new DatasetReader(layers.requests()),
            new WorkerPool(
                "headwater-" + root.getAuthority(), settings.count(FileSystemSettings.WORKERS)));
    Usage usage = new Usage(counts, statistics);
    return FileSystemContext.of(bucket, layers.mutations(), identity, settings, usage);
  }
}
