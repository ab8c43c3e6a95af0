package io.headwater.commit.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptNameTest {
  private static final String ATTEMPT = "attempt_20261120_0001_m_000003_7";

  @ParameterizedTest
  @CsvSource({
    "out/part-00003, out/part-00003-ATTEMPT",
    "out/part-00003.gz, out/part-00003-ATTEMPT.gz",
    "out/part-00003-uuid-c000.snappy.parquet, out/part-00003-uuid-c000-ATTEMPT.snappy.parquet",
    "out/month=1/part-00003.csv.gz, out/month=1/part-00003-ATTEMPT.csv.gz",
    "out.d/part-r-00003, out.d/part-r-00003-ATTEMPT",
    "out/.hidden, out/.hidden-ATTEMPT",
    "out/.hidden.crc, out/.hidden-ATTEMPT.crc",
    "part-00003/data, part-00003/data-ATTEMPT",
    "part, part-ATTEMPT",
    "t/part-00003-uuid_00007.c000.snappy.parquet, t/part-00003-uuid-ATTEMPT_00007.c000.snappy.parquet",
    "t/000003_0, t/000003-ATTEMPT_0",
    "t/a_1_2.x, t/a_1-ATTEMPT_2.x",
    "t/a_b.c_3, t/a_b-ATTEMPT.c_3",
    "t/_1, t/_1-ATTEMPT"
  })
  void theAttemptPrecedesTheExtension(String key, String published) {
    AttemptId attempt = AttemptId.parse(ATTEMPT).orElseThrow();
    String expected = published.replace("ATTEMPT", ATTEMPT);

    AttemptName name = AttemptName.of(key, attempt);

    assertThat(name.key()).isEqualTo(expected).startsWith(AttemptName.prefixFor(key));
    assertThat(AttemptName.parse(expected)).hasValue(name);
    assertThat(name.logicalKey()).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out/part-00003",
        "out/_SUCCESS",
        "attempt_20261120_0001_m_000003_7",
        "out/attempt_20261120_0001_m_000003_7",
        "out/x-attempt_20261120_0001_m_000003",
        "out/x-attempt_20261120_0001_m_000003_x",
        "x-attempt_20261120_0001_m_000003_7/file",
        "out/x-attempt_20261120_0001_m_000003_99999999999999999999",
        "out/x-attempt_20261120_99999999999999999999_m_000003_7"
      })
  void otherNamesBearNoAttempt(String key) {
    assertThat(AttemptName.parse(key)).isEmpty();
  }

  /** Parses a key by one regular expression, which tries every position of a long key. */
  private static Optional<AttemptName> parsedSlowly(String key) {
    String ending = "((?:_\\d+)?(?:\\.[^/]*)?)";
    Matcher matcher =
        Pattern.compile("(.*[^/])-(" + AttemptId.PATTERN + ")" + ending, Pattern.DOTALL)
            .matcher(key);
    return matcher.matches()
        ? AttemptId.parse(matcher.group(2))
            .map(attempt -> new AttemptName(matcher.group(1), attempt, matcher.group(6)))
        : Optional.empty();
  }

  @Property
  void theLastAttemptOfAnyKeyIsItsOwn(@ForAll("keys") String key) {
    assertThat(AttemptName.parse(key)).isEqualTo(parsedSlowly(key));
  }

  @Provide
  Arbitrary<String> keys() {
    return Arbitraries.of(
            "/",
            "-",
            ".",
            "_",
            "\n",
            "a",
            "7",
            "88888888888888888888",
            "-attempt_",
            "attempt_1_2_m_3_4",
            "-" + ATTEMPT)
        .list()
        .ofMaxSize(8)
        .map(pieces -> String.join("", pieces));
  }

  /** Spark's BucketingUtils: {@code .*_(\\d+)(?:\\..*)?}. */
  @Test
  void sparkFindsTheBucketOfAPart() {
    AttemptId attempt = AttemptId.parse(ATTEMPT).orElseThrow();
    String key = AttemptName.of("t/part-00003-uuid_00007.c000.parquet", attempt).key();
    Matcher bucket = Pattern.compile(".*_(\\d+)(?:\\..*)?").matcher(key);
    assertThat(bucket.matches()).isTrue();
    assertThat(bucket.group(1)).isEqualTo("00007");
  }

  @Test
  void localAndSparkIdentifiersAreKnown() {
    assertThat(AttemptId.parse("attempt_local1234567_0001_r_000000_0")).isPresent();
    assertThat(AttemptId.parse("attempt_202611201111143279193505255239908_0004_m_000000_65536"))
        .get()
        .extracting(AttemptId::number, AttemptId::job)
        .containsExactly(65536L, new JobId("202611201111143279193505255239908", 4));
  }
}
