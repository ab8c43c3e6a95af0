package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.RealStoreFixture;
import io.headwater.store.ListOptions;
import io.headwater.store.Operation;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultLayer;
import io.headwater.store.layers.FaultPlan;
import io.headwater.testing.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Iceberg's HadoopCatalog on each store: every version has one writer. */
class IcebergCommitTest extends RealStoreFixture {
  private static final int RACERS = 2;
  private static final int ROUNDS = Soak.size(4, 200);
  private static final int ROUNDS_WITH_LOCKS = Soak.size(2, 50);
  private static final TableIdentifier NAME = TableIdentifier.of("db", "races");
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final Map<String, String> WITHOUT_LOCKS =
      Map.of(CatalogProperties.LOCK_IMPL, NoLocks.class.getName());
  private static final Map<String, String> WITHOUT_RETRIES =
      Map.of("commit.retry.num-retries", "0");

  private final List<IcebergProcess> processes = new ArrayList<>();

  private Table table(boolean ours) throws IOException {
    IcebergProcess process = IcebergProcess.of(real.store());
    processes.add(process);
    return process.catalog(ours ? process.ours() : WITHOUT_LOCKS).loadTable(NAME);
  }

  private static DataFile file(int round, int racer) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("s3://bucket/data/%d-%d.parquet".formatted(round, racer))
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  private static boolean appends(Table table, DataFile file) {
    try {
      table.newAppend().appendFile(file).commit();
      return true;
    } catch (CommitFailedException e) {
      return false;
    }
  }

  private static List<String> files(Table table) throws IOException {
    List<String> found = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> found.add(task.file().location()));
    }
    return found;
  }

  private void race(int rounds, boolean ours) throws Exception {
    IcebergProcess first = IcebergProcess.of(real.store());
    processes.add(first);
    first
        .catalog(Map.of())
        .createTable(NAME, SCHEMA, PartitionSpec.unpartitioned(), WITHOUT_RETRIES);
    List<String> committed = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      int current = round;
      List<Table> tables = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        tables.add(table(ours));
      }
      List<Integer> winners =
          SimultaneousCalls.accepted(
              RACERS, racer -> appends(tables.get(racer), file(current, racer)));
      assertThat(winners).as("winners of round %d", round).hasSize(1);
      assertThat(table(false).snapshots()).hasSize(round + 1);
      committed.add(file(round, winners.get(0)).location());
    }
    assertThat(files(table(false))).containsExactlyInAnyOrderElementsOf(committed);
    assertThat(real.store().list(ListOptions.tree("warehouse/")).objects())
        .noneMatch(object -> object.key().contains(".claim."));
  }

  /** Iceberg takes every failed rename for a failed commit, and commits again. */
  @Test
  void anAppendWhoseResponseIsLostIsCommittedOnce() throws Exception {
    processes.add(IcebergProcess.of(real.store()));
    processes.get(0).catalog(Map.of()).createTable(NAME, SCHEMA);
    FaultPlan plan = FaultPlan.exactly(new FaultPlan.Rule(Operation.COPY, 1, Fault.LOSE_RESPONSE));
    processes.add(IcebergProcess.of(new FaultLayer(real.store(), plan)));
    Table table = processes.get(1).catalog(Map.of()).loadTable(NAME);
    table.newAppend().appendFile(file(0, 0)).commit();
    Table now = table(false);
    assertThat(now.snapshots()).hasSize(1);
    assertThat(files(now)).containsExactly(file(0, 0).location());
  }

  @Test
  void oneOfRacingWritersCommits() throws Exception {
    race(ROUNDS, false);
  }

  @Test
  void oneOfRacingWritersWithLocksCommits() throws Exception {
    race(ROUNDS_WITH_LOCKS, true);
  }
}
