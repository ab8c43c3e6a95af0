package io.headwater.commit.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.attempt.TemporaryKey.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemporaryKeyTest {
  private static final String ATTEMPT = "attempt_1_0001_m_000000_0";

  @ParameterizedTest
  @CsvSource({
    "out/_temporary, JOB, out",
    "_temporary, JOB, ''",
    "a/b/_temporary/0, JOB, a/b",
    "out/_temporary/12/_temporary, JOB, out",
    "out/_temporary/0/task_1_0001_m_000000, COMMITTED_TASK, out",
    "out/_temporary/0/task_1_0001_m_000000/x=1/part-0, COMMITTED_TASK, out",
    "out/_temporary/0/_temporary/ATTEMPT, ATTEMPT, out",
    "out/_temporary/0/_temporary/ATTEMPT/part-0.gz, ATTEMPT, out/part-0.gz",
    "_temporary/0/_temporary/ATTEMPT/x=1/part-0, ATTEMPT, x=1/part-0",
    "in/data.csv._COPYING_, COPY, in/data.csv",
    "in/.distcp.tmp.ATTEMPT.1732095839123, UNNAMED, ''"
  })
  void hadoopsTemporaryNamesAreKnown(String key, Kind kind, String target) {
    TemporaryKey parsed = TemporaryKey.parse(key.replace("ATTEMPT", ATTEMPT)).orElseThrow();
    assertThat(parsed.kind()).isEqualTo(kind);
    assertThat(parsed.target()).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out/part-0",
        "out/_temporary_",
        "out/my_temporary",
        "out/my_temporary/0",
        "out/_temporary/readme.txt",
        "out/_temporary/0/_temporary/other/part-0",
        "out/_temporary/0/part-0",
        "out/._COPYING_",
        "out/.distcp.tmp",
        "out/_COPYING_"
      })
  void otherNamesAreOrdinary(String key) {
    assertThat(TemporaryKey.parse(key)).isEmpty();
  }

  @Test
  void onlyARenameNamesTheTargetOfAnUnnamedCopy() {
    assertThat(TemporaryKey.parse("in/.distcp.tmp." + ATTEMPT).orElseThrow().publishedKey())
        .isEmpty();
    assertThat(TemporaryKey.parse("in/a._COPYING_").orElseThrow().publishedKey()).hasValue("in/a");
    assertThat(
            TemporaryKey.parse("o/_temporary/0/_temporary/" + ATTEMPT + "/p.gz")
                .orElseThrow()
                .publishedKey())
        .hasValue("o/p-" + ATTEMPT + ".gz");
  }
}
