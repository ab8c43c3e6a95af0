package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GovernedNameTest {
  private static final String JOB = "0123456789abcdef0123456789abcdef";

  /** The key of a part of a job at one root, below any folder. */
  private static String part(String folder, String root) {
    String attempt = GovernedName.attempt(root, JOB, 3, 17);
    return ManifestKeys.under(folder) + "part-00003-" + attempt + ".c000.parquet";
  }

  @Test
  void aTagIsTheBeginningOfTheRootsSha256() {
    assertThat(GovernedName.tagOf("")).isEqualTo("e3b0c44298fc");
    assertThat(GovernedName.tagOf("abc")).isEqualTo("ba7816bf8f01");
  }

  @Test
  void aNameIsAsTheProtocolSays() {
    assertThat(part("D", "D"))
        .isEqualTo(
            "D/part-00003-attempt_manifest-"
                + GovernedName.tagOf("D")
                + "-"
                + JOB
                + "_0000_m_000003_17.c000.parquet");
    assertThat(GovernedName.parse(part("D", "D")))
        .contains(new GovernedName(GovernedName.tagOf("D"), JOB));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "D", "a/b/c", "dataset1", "数据/😀 é", "a b+c%2F", "x/attempt_1"})
  void aPartFindsItsRootFromEveryDepth(String root) {
    for (String below : new String[] {"", "p=1", "p=1/q=ü", "p=%2F/deep/er"}) {
      String folder = ManifestKeys.under(root) + below;
      String whole = folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
      assertThat(GovernedName.rootOf(part(whole, root))).contains(root);
    }
  }

  @Test
  void aNeighbourWhoseNameBeginsAlikeIsAnotherRoot() {
    assertThat(GovernedName.rootOf(part("dataset10/p=1", "dataset1"))).isEmpty();
    assertThat(GovernedName.rootOf(part("dataset1/p=1", "dataset10"))).isEmpty();
    assertThat(ManifestKeys.isProtocol("dataset1", ManifestKeys.base("dataset10"))).isFalse();
  }

  @Test
  void findsTheRootByNameAmongNestedRoots() {
    assertThat(GovernedName.rootOf(part("D/sub/p=1", "D/sub"))).contains("D/sub");
    assertThat(GovernedName.rootOf(part("D/sub/p=1", "D"))).contains("D");
  }

  @Test
  void aCopyElsewhereIsForeign() {
    assertThat(GovernedName.rootOf(part("copies", "D"))).isEmpty();
    assertThat(GovernedName.parse(part("copies", "D"))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "D/part-00000.parquet",
        "D/part-00000-attempt_20261120_0001_m_000000_0.parquet",
        "D/part-0-attempt_manifest-0123456789ab-short_0000_m_000000_0",
        "D/part-0-attempt_manifest-0123456789AB-0123456789abcdef0123456789abcdef_0000_m_000000_0",
        "D/manifest-0123456789ab/part-0",
        "D/_SUCCESS",
        "",
        "/"
      })
  void otherNamesAreForeign(String key) {
    assertThat(GovernedName.parse(key)).isEmpty();
    assertThat(GovernedName.rootOf(key)).isEmpty();
  }
}
