package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestKeysTest {
  private static final String ID = "20261120T101530123Z-0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @ValueSource(strings = {"", "D", "a/b", "é/数据", "dataset10"})
  void findsTheRootOfAKey(String root) {
    String delta = ManifestKeys.delta(root, ID);
    assertThat(ManifestKeys.rootOfBase(ManifestKeys.base(root))).contains(root);
    assertThat(ManifestKeys.rootOfDelta(delta)).contains(root);
    assertThat(ManifestKeys.deltaId(delta)).isEqualTo(ID);
    assertThat(ManifestKeys.isProtocol(root, delta)).isTrue();
    assertThat(ManifestKeys.isProtocol(root, ManifestKeys.base(root))).isTrue();
    assertThat(ManifestKeys.isProtocol(root, ManifestKeys.deltaIndex(root))).isTrue();
    assertThat(ManifestKeys.isProtocol(root, ManifestKeys.tasks(root, "job") + "0")).isTrue();
  }

  @Test
  void theHintIsNoDelta() {
    assertThat(ManifestKeys.rootOfDelta(ManifestKeys.deltaIndex("D"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", ID + "x", ID + "~2", "x" + ID, ID + ".json", ""})
  void almostADeltasNameIsNone(String id) {
    assertThat(ManifestKeys.rootOfDelta(ManifestKeys.delta("D", id))).isEmpty();
  }

  @Test
  void otherFilesAreNotTheProtocols() {
    assertThat(ManifestKeys.isProtocol("D", "D/_SUCCESSFUL")).isFalse();
    assertThat(ManifestKeys.isProtocol("D", "D/sub/_SUCCESS")).isFalse();
    assertThat(ManifestKeys.rootOfBase("D/_SUCCESS.crc")).isEmpty();
    assertThat(ManifestKeys.rootOfBase("D/my_SUCCESS")).isEmpty();
  }

  @Test
  void anIdSortsByItsTime() {
    Instant time = Instant.parse("2026-11-20T10:15:30.123456Z");
    assertThat(ManifestKeys.id(time, "0123456789abcdef0123456789abcdef")).isEqualTo(ID);
    assertThat(ManifestKeys.id(time, "b")).isLessThan(ManifestKeys.id(time.plusMillis(1), "a"));
  }
}
