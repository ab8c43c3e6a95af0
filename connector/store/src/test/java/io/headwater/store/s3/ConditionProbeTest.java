package io.headwater.store.s3;

import static io.headwater.store.Capability.ATOMIC_CONDITIONS;
import static io.headwater.store.Capability.CONDITIONAL_COMPLETION;
import static io.headwater.store.Capability.CREATE_IF_ABSENT;
import static io.headwater.store.Capability.REPLACE_IF_MATCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conditions that servers honour, as a store finds them out. */
final class ConditionProbeTest {
  private static final Content HELLO = Content.of("hello".getBytes());

  private static S3Store learning(TestServer server, String bucket) throws IOException {
    S3Settings settings = server.settings();
    return S3Store.open(
        bucket, settings.withCapabilities(S3Settings.COMMON_CAPABILITIES).learningConditions());
  }

  private static Set<Capability> conditions(Set<Capability> capabilities) {
    return Stream.of(CREATE_IF_ABSENT, REPLACE_IF_MATCH, CONDITIONAL_COMPLETION, ATOMIC_CONDITIONS)
        .filter(capabilities::contains)
        .collect(Collectors.toSet());
  }

  private static Set<Capability> verified(S3Store store) throws IOException {
    return conditions(store.verifiedCapabilities("folder/a"));
  }

  private static void assertReplaces(S3Store store) throws IOException {
    String first = store.put("a", HELLO, PutOptions.OVERWRITE).etag();
    PutOptions replace = new PutOptions(new PutMode.ReplaceIfMatch(first), Map.of());
    store.put("a", Content.of("changed".getBytes()), replace);
    assertThatThrownBy(() -> store.put("a", HELLO, replace))
        .isInstanceOf(PreconditionFailedException.class);
  }

  @NeedsServer
  @Test
  void aServiceThatHonoursAllConditions() throws IOException {
    try (TestBucket bucket = TestServers.versity().newBucket();
        S3Store store = learning(bucket.server(), bucket.name())) {
      assertThat(verified(store))
          .containsExactlyInAnyOrder(
              CREATE_IF_ABSENT, REPLACE_IF_MATCH, CONDITIONAL_COMPLETION, ATOMIC_CONDITIONS);
      assertThat(store.list(ListOptions.tree("")).objects()).isEmpty();
      assertReplaces(store);
    }
  }

  @NeedsServer
  @Test
  void cephsGatewayTakesBareEtagsAndCompletesAlways() throws IOException {
    try (TestBucket bucket = TestServers.rgw().newBucket();
        S3Store store = learning(bucket.server(), bucket.name())) {
      assertThat(verified(store))
          .containsExactlyInAnyOrder(CREATE_IF_ABSENT, REPLACE_IF_MATCH, ATOMIC_CONDITIONS);
      assertThat(store.list(ListOptions.tree("")).objects()).isEmpty();
      assertReplaces(store);
    }
  }

  @NeedsServer
  @Test
  void swiftIsRecognizedWithoutAProbe() throws Exception {
    try (TestBucket bucket = TestServers.swift().newBucket();
        S3Store store = learning(bucket.server(), bucket.name())) {
      store.list(ListOptions.tree(""));
      assertThat(AccessLog.of(bucket.name()).requests(() -> verified(store))).isEmpty();
      assertThat(verified(store))
          .containsExactlyInAnyOrder(CREATE_IF_ABSENT, CONDITIONAL_COMPLETION);
    }
  }

  @Test
  void aServiceWhoseRacingReplacersAllSucceed() throws IOException {
    try (RacyServer server = new RacyServer();
        S3Store store = learning(server.service(), "bucket")) {
      assertThat(verified(store))
          .containsExactlyInAnyOrder(CREATE_IF_ABSENT, REPLACE_IF_MATCH, CONDITIONAL_COMPLETION);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServiceThatIgnoresOrRefusesConditions(boolean refuses) throws IOException {
    try (StubbornServer server = new StubbornServer(refuses);
        S3Store store = learning(server.service(), "bucket")) {
      assertThat(conditions(store.capabilities())).isEmpty();
      assertThat(verified(store)).isEmpty();
      int sent = server.requests().size();
      assertThat(sent).isEqualTo(refuses ? 2 : 3);
      try (S3Store other = learning(server.service(), "other")) {
        assertThat(verified(other)).isEmpty();
      }
      assertThat(server.requests()).hasSize(sent);
    }
  }
}
