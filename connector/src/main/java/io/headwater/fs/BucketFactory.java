package io.headwater.fs;

import io.headwater.commit.KnownParts;
import io.headwater.commit.PendingOutput;
import io.headwater.store.ObjectStore;
import io.headwater.store.WorkerPool;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.layers.RetrySettings;
import io.headwater.store.layers.ThrottleLayer;
import io.headwater.store.s3.S3Settings;
import io.headwater.store.s3.S3Store;
import io.headwater.store.swift.SwiftStore;
import io.headwater.store.upload.UploadResources;
import io.headwater.store.upload.UploadSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Puts a file system's parts together, as its settings say. */
final class BucketFactory {
  private BucketFactory() {}

  static Bucket open(URI root, Configuration configuration, FileSystem.Statistics statistics)
      throws IOException {
    BucketName name = BucketName.parse(root);
    Settings settings = new Settings(configuration, name.bucket());
    ObjectStore store;
    String place;
    if (name.service().isPresent()) {
      place = name.service().get();
      store = SwiftStore.open(name.bucket(), SwiftConnection.settings(settings, place));
    } else {
      S3Settings connection = S3Connection.settings(settings);
      place = connection.endpoint().map(URI::toString).orElse("");
      store = S3Store.open(name.bucket(), connection);
    }
    String identity = place + "/" + store.name();
    return assemble(layered(store, settings), identity, root, configuration, statistics);
  }

  static Bucket assemble(
      ObjectStore store,
      String identity,
      URI root,
      Configuration configuration,
      FileSystem.Statistics statistics) {
    Settings settings = new Settings(configuration, BucketName.parse(root).bucket());
    return new Bucket(
        store,
        new PathKeys(root),
        PendingOutput.shared(identity),
        new KnownParts(),
        new WorkerPool("headwater-" + root.getAuthority(), settings.count("workers", 32)),
        UploadResources.shared(uploads(settings, configuration)),
        settings.bytes("block.size", "128m"),
        statistics);
  }

  /** A throttled request waits before each try, not over all of them. */
  private static ObjectStore layered(ObjectStore store, Settings settings) {
    RetrySettings patience = RetrySettings.DEFAULT;
    RetrySettings retries =
        new RetrySettings(
            settings.count("retry.attempts", patience.attempts()),
            patience.firstDelay(),
            patience.longestDelay(),
            patience.total());
    int mostInFlight = settings.count("requests.max", 64);
    return new RetryLayer(new ThrottleLayer(store, mostInFlight), retries);
  }

  private static UploadSettings uploads(Settings settings, Configuration configuration) {
    String folder =
        settings
            .text("upload.buffer.dir")
            .orElse(configuration.get("hadoop.tmp.dir", "/tmp") + "/headwater");
    return new UploadSettings(
        settings.bytes("upload.memory", "64m"),
        Path.of(folder),
        settings.bytes("upload.whole.size", "32m"),
        settings.bytes("upload.part.size", "8m"),
        settings.count("upload.threads", 16));
  }
}
