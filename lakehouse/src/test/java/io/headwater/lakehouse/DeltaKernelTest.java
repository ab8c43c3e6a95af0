package io.headwater.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.Transaction;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.Row;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.exceptions.ProtocolChangedException;
import io.delta.kernel.utils.CloseableIterable;
import io.headwater.fs.RealStoreFixture;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.testing.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delta Kernel on each store: every version has one writer. */
class DeltaKernelTest extends RealStoreFixture {
  private static final int RACERS = 4;
  private static final int ROUNDS = Soak.size(2, 200);
  private static final int ROUNDS_WITH_RETRIES = Soak.size(3, 20);

  private final List<KernelProcess> processes = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    for (int racer = 0; racer < RACERS; racer++) {
      processes.add(KernelProcess.of(real.store()));
    }
  }

  private void create() throws IOException {
    KernelProcess process = processes.get(0);
    process.commit(process.creation(), CloseableIterable.emptyIterable());
  }

  /** The racers whose commit was acknowledged. Each appends the row {@code first} + its number. */
  private List<Integer> committed(int retries, long first) throws IOException {
    List<Transaction> transactions = new ArrayList<>();
    List<CloseableIterable<Row>> actions = new ArrayList<>();
    for (int racer = 0; racer < RACERS; racer++) {
      transactions.add(processes.get(racer).append(retries));
      actions.add(processes.get(racer).write(transactions.get(racer), first + racer));
    }
    return SimultaneousCalls.accepted(
        RACERS, racer -> commits(racer, transactions.get(racer), actions.get(racer)));
  }

  private boolean commits(int racer, Transaction transaction, CloseableIterable<Row> actions)
      throws IOException {
    try {
      processes.get(racer).commit(transaction, actions);
      return true;
    } catch (MaxCommitRetryLimitReachedException e) {
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              CommitFailedException.class, cause -> assertThat(cause.isConflict()).isTrue());
      return false;
    } catch (ProtocolChangedException e) {
      assertThat(transaction.getReadTableVersion()).as("the version of no table").isEqualTo(-1);
      return false;
    }
  }

  @Test
  void oneOfRacingWritersCommitsEachVersion() throws Exception {
    create();
    List<Long> committed = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long first = (long) round * RACERS;
      List<Integer> winners = committed(0, first);
      assertThat(winners).as("winners of round %d", round).hasSize(1);
      committed.add(first + winners.get(0));
    }
    assertThat(processes.get(0).ids()).containsExactlyInAnyOrderElementsOf(committed);
  }

  @Test
  void everyRacingAppendIsCommittedOnceIfItIsTriedAgain() throws Exception {
    create();
    for (int round = 0; round < ROUNDS_WITH_RETRIES; round++) {
      assertThat(committed(100, (long) round * RACERS)).hasSize(RACERS);
    }
    List<Long> all = LongStream.range(0, (long) ROUNDS_WITH_RETRIES * RACERS).boxed().toList();
    assertThat(processes.get(0).ids()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void oneOfRacingWritersCreatesTheTable() throws Exception {
    List<Transaction> creations = processes.stream().map(KernelProcess::creation).toList();
    List<Integer> winners =
        SimultaneousCalls.accepted(
            RACERS,
            racer -> commits(racer, creations.get(racer), CloseableIterable.emptyIterable()));
    assertThat(winners).hasSize(1);
    assertThat(processes.get(0).ids()).isEmpty();
  }
}
