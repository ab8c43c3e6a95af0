package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.dataset.Overwrite;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of a job's commit besides its tasks. */
final class CommitRequestsTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");

  private static Map<String, String> files(int count) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int file = 0; file < count; file++) {
      files.put(String.format("part-%05d.txt", file), file + "\n");
    }
    return files;
  }

  private static void prepare(ObjectStore store, int parts) throws IOException {
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.CREATE, files(parts));
  }

  /** The driver's requests, from its check of the output, without those of the tasks. */
  private static Map<Operation, Long> cost(ObjectStore store, Overwrite overwrite, int parts)
      throws IOException {
    MeterLayer meter = new MeterLayer(store);
    DatasetJobRun run = DatasetJobRun.begin(ServedFileSystem.over(meter), ROOT, overwrite);
    Map<Operation, Long> setUp = meter.snapshot().requests();
    run.runTasks(files(parts));
    Map<Operation, Long> before = meter.snapshot().requests();
    run.commit();
    Map<Operation, Long> cost = new EnumMap<>(Operation.class);
    meter
        .snapshot()
        .requests()
        .forEach(
            (operation, count) -> {
              long tasks = before.getOrDefault(operation, 0L) - setUp.getOrDefault(operation, 0L);
              cost.put(operation, count - tasks);
            });
    cost.values().removeIf(count -> count == 0);
    return cost;
  }

  @ParameterizedTest
  @EnumSource
  void theNumberOfFilesDoesNotMatter(Arbitration arbitration) throws IOException {
    for (Overwrite overwrite : new Overwrite[] {DatasetJobRun.APPEND, DatasetJobRun.ALL}) {
      for (boolean exists : new boolean[] {false, true}) {
        Map<Operation, Long> ofOnePart = Map.of();
        for (int parts : new int[] {1, 10, 100, overwrite == DatasetJobRun.APPEND ? 1000 : 900}) {
          MemoryStore store = arbitration.open();
          if (exists) {
            prepare(store, 2);
          }
          Map<Operation, Long> cost = cost(store, overwrite, parts);
          ofOnePart = parts == 1 ? cost : ofOnePart;
          assertThat(cost).as("%s, %d parts", overwrite, parts).isEqualTo(ofOnePart);
        }
      }
    }
  }

  /** The only part that grows: objects to be replaced are listed page by page. */
  @Test
  void anOverwriteListsAThousandObjectsByOneRequest() throws IOException {
    MemoryStore store = new MemoryStore("bucket");
    assertThat(cost(store, DatasetJobRun.ALL, 2500))
        .isEqualTo(Map.of(Operation.LIST, 4L, Operation.GET, 1L, Operation.PUT, 1L));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 500, 1000})
  void anAppendToADatasetCostsTheSameHoweverLargeThatIs(int parts) throws IOException {
    MemoryStore store = new MemoryStore("bucket");
    prepare(store, parts);
    assertThat(cost(store, DatasetJobRun.APPEND, 1))
        .isEqualTo(Map.of(Operation.LIST, 2L, Operation.PUT, 1L));
  }

  @Test
  void anOverwriteLooksAndDeletesAllThatItReplacedByOneRequest() throws IOException {
    MemoryStore store = new MemoryStore("bucket");
    prepare(store, 64);
    assertThat(cost(store, DatasetJobRun.ALL, 64))
        .isEqualTo(
            Map.of(
                Operation.LIST,
                3L,
                Operation.GET,
                1L,
                Operation.PUT,
                1L,
                Operation.BULK_DELETE,
                1L));
  }

  @NeedsServer
  @Test
  void theProxySeesNoMore() throws Exception {
    try (TestBucket bucket = TestServers.swift().newBucket();
        ObjectStore store = bucket.open()) {
      AccessLog log = AccessLog.of(bucket.name());
      assertThat(log.requests(() -> prepare(store, 3)))
          .as("create: look, parts, claim, claims, base")
          .containsExactly("GET", "PUT", "PUT", "PUT", "PUT", "GET", "PUT");
      assertThat(
              log.requests(
                  () ->
                      DatasetJobRun.run(
                          ServedFileSystem.over(store), ROOT, DatasetJobRun.APPEND, files(1))))
          .as("append: look, part, manifests, delta")
          .containsExactly("GET", "PUT", "GET", "PUT");
      assertThat(
              log.requests(
                  () ->
                      DatasetJobRun.run(
                          ServedFileSystem.over(store), ROOT, DatasetJobRun.ALL, files(3))))
          .as("overwrite: look, base, parts, claim, claims, base, delta, base, look, deletes")
          .containsExactly(
              "GET", "GET", "PUT", "PUT", "PUT", "PUT", "GET", "HEAD", "GET", "PUT", "GET", "POST");
    }
  }
}
