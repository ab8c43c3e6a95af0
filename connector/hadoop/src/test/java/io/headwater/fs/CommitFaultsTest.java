package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.dataset.DatasetJob.Outcome;
import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The protocol's guarantees (protocol/PROTOCOL.md, section 7), whichever request fails and how. */
@ParameterizedClass
@EnumSource(Arbitration.class)
final class CommitFaultsTest {
  private static final Set<Fault> LOSSES =
      EnumSet.of(Fault.LOSE_REQUEST, Fault.LOSE_RESPONSE, Fault.THROTTLE);

  @Parameter private Arbitration arbitration;

  /** Every request of the scene's job. */
  private LongStream everyRequest(CommitScene scene) throws IOException {
    return LongStream.rangeClosed(1, CommitTrial.requests(arbitration.open(), scene));
  }

  private List<Disturbance> everywhere(CommitScene scene, Set<Fault> faults, boolean isDeath)
      throws IOException {
    List<Disturbance> all = new ArrayList<>();
    everyRequest(scene)
        .forEach(nth -> faults.forEach(fault -> all.add(new Disturbance(nth, fault, isDeath))));
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void aProcessMayDieAtEveryRequest(CommitScene scene) throws IOException {
    Set<Fault> deaths = EnumSet.of(Fault.LOSE_REQUEST, Fault.LOSE_RESPONSE);
    for (Disturbance death : everywhere(scene, deaths, true)) {
      new CommitTrial(arbitration.open(), scene).disturb(death.plan()).check();
    }
  }

  @ParameterizedTest
  @EnumSource
  void reportsTheTrueOutcomeOfEachFailure(CommitScene scene) throws IOException {
    for (Disturbance failure : everywhere(scene, LOSSES, false)) {
      new CommitTrial(arbitration.open(), scene).disturb(failure.plan()).check();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noSingleFailureShowsWithRetries(CommitScene scene) throws IOException {
    for (Disturbance failure : everywhere(scene, EnumSet.of(Fault.LOSE_RESPONSE), false)) {
      CommitTrial trial = new CommitTrial(arbitration.open(), scene);
      trial.disturbRetried(failure.plan()).check();
      assertThat(trial.outcome()).as(trial.story()).isEqualTo(Outcome.COMMITTED);
    }
  }

  /** A new seed in each run, which a failure reports, besides fixed ones. */
  @ParameterizedTest
  @EnumSource
  void retriesOrReportsManyFailures(CommitScene scene) throws IOException {
    for (long seed : seeds(8)) {
      FaultPlan plan = FaultPlan.seeded(seed, 0.3, LOSSES);
      new CommitTrial(arbitration.open(), scene).disturbRetried(plan).check();
      new CommitTrial(arbitration.open(), scene)
          .disturb(FaultPlan.seeded(seed, 0.05, LOSSES))
          .check();
    }
  }

  private static List<Long> seeds(int fixed) {
    List<Long> seeds = new ArrayList<>(List.of(System.nanoTime()));
    LongStream.rangeClosed(1, fixed).forEach(seeds::add);
    return seeds;
  }
}
