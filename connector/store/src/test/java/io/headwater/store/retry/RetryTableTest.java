package io.headwater.store.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.GeneratedTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of the policies and times, which {@code make tables} writes into the documentation.
 */
final class RetryTableTest {
  private static final Path ROOT = Path.of("..", "..");

  /**
   * A line of the table.
   *
   * @param name of the policy's constant
   * @param operation that is repeated
   * @param classes that repeat it
   */
  private record Line(String name, String operation, String... classes) {}

  private static final List<Line> LINES =
      List.of(
          new Line("REQUEST", "a request", "RetryLayer"),
          new Line("COMMIT", "a request that commits a job or changes a manifest", "RetryLayer"),
          new Line("KEYS", "a request for keys to a token service", "TokenService"),
          new Line(
              "BODY",
              "reading a body without progress",
              "HeadwaterInputStream",
              "VectoredReads",
              "ObjectReads",
              "DocumentReader"),
          new Line("DATASET", "reading the manifests of a dataset", "DatasetReader"),
          new Line(
              "OVERWRITE", "writing a base, if the job's folders are unchanged", "OverwriteCommit"),
          new Line(
              "SUCCESS_FILE", "writing a `_SUCCESS` that is no manifest", "ManifestProtection"),
          new Line("CLAIMED_WRITE", "writing a base under a claim", "Replacement"),
          new Line("CLAIM_CHECK", "checking other writers' claims", "ClaimedWrite"),
          new Line("PUSHED_SPLIT", "reading a split by pushdown", "SplitReader"),
          new Line("STORLET_RESPONSE", "reading a storlet's response", "StorletRetryPolicy"),
          new Line("STORLET_CAPACITY", "running a storlet", "StorletRetryPolicy"));

  /**
   * A line of the table of times.
   *
   * @param name of the constant
   * @param meaning what waits or stops
   * @param after the failure
   * @param classes that apply it
   */
  private record TimeLine(String name, String meaning, String after, String... classes) {}

  private static final List<TimeLine> TIMES =
      List.of(
          new TimeLine(
              "STORLET_LOAD",
              "no pushdown to the bucket, if the store specifies no time",
              "a refusal because of load",
              "StorletCircuitBreaker"),
          new TimeLine(
              "STORLET_LOAD_LONGEST",
              "no pushdown to the bucket, at most",
              "a refusal because of load",
              "StorletCircuitBreaker"),
          new TimeLine(
              "STORLET_ABSENT",
              "no pushdown to the bucket, no check for the storlet",
              "a refusal for lack of a storlet or a right",
              "StorletCircuitBreaker",
              "StorletSupportCache",
              "TypedSupport"),
          new TimeLine(
              "KEYS_REFUSED",
              "no request for a token with the same keys",
              "a refusal of Swift's keys",
              "TokenSource"),
          new TimeLine(
              "KEYS_SILENCE",
              "an attempt of `KEYS` ends",
              "silence of the token service",
              "TokenService"),
          new TimeLine(
              "SERVER_CHECK",
              "a check for TLS ends without a result",
              "silence of the port",
              "ServerCheck"));

  @Test
  void thePageHasTheTableOfTimes() throws IOException {
    GeneratedTable.check(
        "times after failures",
        "| time | length | what waits or stops | after | class |\n"
            + "|---|---|---|---|---|\n"
            + TIMES.stream().map(RetryTableTest::row).collect(Collectors.joining()));
  }

  @Test
  void theTableHasEachTime() {
    assertThat(TIMES)
        .extracting(TimeLine::name)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(FailureTimes.class.getFields()).map(Field::getName).toList());
  }

  @Test
  void thePageHasTheTable() throws IOException {
    GeneratedTable.check("retries", table());
  }

  @Test
  void theTableHasEachPolicy() {
    assertThat(LINES)
        .extracting(Line::name)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(RetryPolicy.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .filter(field -> field.getType() == RetryPolicy.class)
                .map(field -> field.getName())
                .toList());
  }

  @Test
  void itsClassesExist() throws IOException {
    List<String> sources =
        Stream.of("connector/store", "connector/commit", "connector/hadoop", "spark")
            .flatMap(module -> files(ROOT.resolve(module).resolve("src/main")))
            .toList();
    assertThat(
            Stream.concat(
                LINES.stream().flatMap(line -> Arrays.stream(line.classes())),
                TIMES.stream().flatMap(line -> Arrays.stream(line.classes()))))
        .allMatch(name -> sources.contains(name + ".java") || sources.contains(name + ".scala"));
  }

  private static Stream<String> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String table() {
    return "| policy | what is repeated | after | attempts | pauses | total | class |\n"
        + "|---|---|---|---|---|---|---|\n"
        + LINES.stream().map(RetryTableTest::row).collect(Collectors.joining());
  }

  private static String row(Line line) {
    RetryPolicy policy = (RetryPolicy) constant(RetryPolicy.class, line.name());
    return "| `%s` | %s | %s | %s | %s | %s | `%s` |\n"
        .formatted(
            line.name(),
            line.operation(),
            policy.reasons().stream()
                .sorted()
                .map(RetryReason::description)
                .collect(Collectors.joining(", ")),
            isUnlimited(policy) ? "no limit" : policy.attempts(),
            pauses(policy),
            total(policy),
            String.join("`, `", line.classes()));
  }

  private static String row(TimeLine line) {
    Duration length = (Duration) constant(FailureTimes.class, line.name());
    return "| `%s` | %s | %s | %s | `%s` |\n"
        .formatted(
            line.name(),
            time(length),
            line.meaning(),
            line.after(),
            String.join("`, `", line.classes()));
  }

  private static Object constant(Class<?> owner, String name) {
    try {
      return owner.getField(name).get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(owner + " has no constant " + name, e);
    }
  }

  private static String pauses(RetryPolicy policy) {
    if (policy.longestPause().isZero()) {
      return "none";
    }
    String first = time(policy.firstPause());
    return policy.firstPause().equals(policy.longestPause())
        ? first
        : first + ", doubled up to " + time(policy.longestPause());
  }

  private static boolean isUnlimited(RetryPolicy policy) {
    return policy.attempts() == RetryPolicy.UNLIMITED;
  }

  private static String total(RetryPolicy policy) {
    if (!policy.total().equals(RetryPolicy.UNTIMED)) {
      return time(policy.total());
    }
    return isUnlimited(policy) ? "until the claim expires" : "no limit";
  }

  private static String time(Duration time) {
    if (time.toMinutes() > 0) {
      return time.toMinutes() + " min";
    }
    BigDecimal seconds = BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros();
    return seconds.toPlainString() + " s";
  }
}
