package io.headwater.fs;

import io.headwater.store.layers.Fault;
import io.headwater.testing.NeedsServer;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sample of {@link CommitFaultsTest} on real servers. */
@NeedsServer
@Tag("long")
final class CommitFaultsOnServersTest {
  private static final int SAMPLE = 2;

  /** Each run has a new seed. A failure reports it. */
  @ParameterizedTest
  @EnumSource
  void aProcessMayDieAtAnyRequest(RealStore.Server server) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (CommitScene scene : CommitScene.values()) {
      try {
        sample(server, scene, random);
      } catch (AssertionError | IOException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void sample(RealStore.Server server, CommitScene scene, Random random)
      throws IOException {
    long requests;
    try (RealStore fresh = server.open()) {
      requests = CommitTrial.requests(fresh.store(), scene);
    }
    for (int trial = 0; trial < SAMPLE; trial++) {
      // The last requests are the driver's, where more can fail.
      long nth = requests - random.nextLong(Math.min(requests, trial == 0 ? requests : 5));
      Fault fault = random.nextBoolean() ? Fault.LOSE_RESPONSE : Fault.LOSE_REQUEST;
      Disturbance disturbance = new Disturbance(nth, fault, random.nextInt(4) > 0);
      try (RealStore fresh = server.open()) {
        new CommitTrial(fresh.store(), scene).disturb(disturbance.plan()).check();
      }
    }
  }
}
