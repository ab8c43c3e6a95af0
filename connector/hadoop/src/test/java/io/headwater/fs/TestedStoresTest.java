package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.dataset.Overwrite;
import io.headwater.store.Capability;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.StoreException;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.s3.S3Settings;
import io.headwater.store.s3.S3Store;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What each server honours, and the requests of jobs on it. With the property {@code
 * headwater.stores.rows}, the results are appended to that file, for docs/reference/stores.md.
 */
@NeedsServer
final class TestedStoresTest {
  private static final int RACERS = 16;
  private static final int RACES = 5;
  private static final org.apache.hadoop.fs.Path ROOT =
      new org.apache.hadoop.fs.Path("s3://bucket/data/out");

  /** A server, by one of its APIs. */
  enum Server {
    SWIFT_S3(() -> of(TestServers.swift().newBucket())),
    SWIFT(() -> of(TestServers.swiftNative().newContainer())),
    RGW_S3(() -> of(TestServers.rgw().newBucket())),
    RGW_SWIFT(() -> of(TestServers.rgwSwift().newContainer())),
    VERSITY(() -> of(TestServers.versity().newBucket())),
    MOTO(() -> of(TestServers.other("MOTO").newBucket())),
    GOFAKES3(() -> of(TestServers.other("GOFAKES3").newBucket())),
    S3PROXY(() -> of(TestServers.other("S3PROXY").newBucket()));

    private final Supplier<RealStore> opened;

    Server(Supplier<RealStore> opened) {
      this.opened = opened;
    }

    private static RealStore of(TestContainer container) {
      return new RealStore(container.open(), container::close);
    }

    /** By S3, with conditions that the store finds out. */
    private static RealStore of(TestBucket bucket) {
      S3Settings settings =
          bucket
              .server()
              .settings()
              .withCapabilities(S3Settings.COMMON_CAPABILITIES)
              .learningConditions();
      try {
        return new RealStore(S3Store.open(bucket.name(), settings), bucket::close);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aJobsRequestsDependOnTheConditionsOnly(Server server) throws Exception {
    try (RealStore real = server.opened.get()) {
      Set<Capability> honoured = real.store().verifiedCapabilities("any");
      String winners =
          honoured.contains(Capability.CREATE_IF_ABSENT) ? winners(real.store()) : "no condition";
      int parts = 3;
      int create = requests(real.store(), DatasetJobRun.CREATE, parts);
      int append = requests(real.store(), DatasetJobRun.APPEND, 1);
      int overwrite = requests(real.store(), DatasetJobRun.ALL, parts);
      boolean isAtomic = honoured.contains(Capability.ATOMIC_CONDITIONS);
      write(
          server.name(),
          conditions(honoured),
          winners,
          isAtomic ? "conditions" : "claims",
          create + ", " + append + ", " + overwrite);
      assertThat(append).isEqualTo(4);
      // Without any condition, the creator's claim is deleted too.
      int claim = honoured.contains(Capability.CREATE_IF_ABSENT) ? 4 : 5;
      assertThat(create).isLessThanOrEqualTo(parts + (isAtomic ? 2 : claim));
    }
  }

  private static String conditions(Set<Capability> honoured) {
    List<String> names = new ArrayList<>();
    Map.of(
            "create", Capability.CREATE_IF_ABSENT,
            "replace", Capability.REPLACE_IF_MATCH,
            "upload", Capability.CONDITIONAL_COMPLETION)
        .forEach(
            (name, capability) -> {
              if (honoured.contains(capability)) {
                names.add(name);
              }
            });
    names.sort(null);
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static int requests(ObjectStore store, Overwrite overwrite, int parts) throws Exception {
    Map<String, String> files = new LinkedHashMap<>();
    for (int file = 0; file < parts; file++) {
      files.put(String.format(Locale.ROOT, "part-%05d.txt", file), file + "\n");
    }
    MeterLayer meter = new MeterLayer(store);
    DatasetJobRun.run(ServedFileSystem.over(meter), ROOT, overwrite, files);
    return (int) meter.snapshot().totalRequests();
  }

  /** The fewest and the most winners of the races. */
  private static String winners(ObjectStore store) throws Exception {
    int fewest = RACERS;
    int most = 0;
    for (int race = 0; race < RACES; race++) {
      int winners = winners(store, "race-" + race);
      fewest = Math.min(fewest, winners);
      most = Math.max(most, winners);
    }
    return fewest == most ? String.valueOf(most) : fewest + " to " + most;
  }

  private static int winners(ObjectStore store, String key) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    try {
      CyclicBarrier start = new CyclicBarrier(RACERS);
      List<Future<Boolean>> racers = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        Content content = Content.of(new byte[] {(byte) racer});
        racers.add(
            threads.submit(
                () -> {
                  start.await();
                  return created(store, key, content);
                }));
      }
      int winners = 0;
      for (Future<Boolean> each : racers) {
        winners += each.get() ? 1 : 0;
      }
      return winners;
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean created(ObjectStore store, String key, Content content)
      throws IOException {
    try {
      store.put(key, content, PutOptions.CREATE_IF_ABSENT);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  private static void write(String... cells) throws IOException {
    String file = System.getProperty("headwater.stores.rows");
    if (file != null) {
      Files.writeString(
          Path.of(file),
          String.join(" | ", cells) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
