package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.content.ByteRange;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import io.headwater.store.storlet.StorletCounts;
import io.headwater.store.storlet.StorletRefusedException;
import io.headwater.store.storlet.StorletStage;
import io.headwater.store.storlet.StorletStage.Parameter;
import io.headwater.store.storlet.StorletsUnsupportedException;
import io.headwater.testing.TestStorlets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The output of the store's storlets. */
public interface StorletContract extends StoreFixture {
  /** The text that these tests read. */
  String LINES = "one 1\ntwo 2\nthree 3\nfour 4\n";

  /** Whether the store has storlets, not only a protocol that supports them. */
  default boolean hasStorlets() {
    return false;
  }

  /** One storlet, with parameters in pairs of name and value. */
  static StorletCall call(String storlet, String... parameters) {
    return new StorletCall(List.of(stage(storlet, parameters)), Optional.empty(), Optional.empty());
  }

  /** A storlet with parameters in pairs of name and value. */
  static StorletStage stage(String storlet, String... parameters) {
    List<Parameter> list = new ArrayList<>();
    for (int i = 0; i < parameters.length; i += 2) {
      list.add(new Parameter(parameters[i], parameters[i + 1]));
    }
    return new StorletStage(storlet, list);
  }

  private boolean refusesStorlets() throws IOException {
    if (hasStorlets()) {
      TestStorlets.deploy("grep");
      return false;
    }
    put("lines", LINES);
    assertThatThrownBy(() -> store().run(key("lines"), call("grep", "pattern", "o")))
        .isInstanceOf(
            has(Capability.STORLETS)
                ? StorletsUnsupportedException.class
                : UnsupportedOperationException.class);
    return true;
  }

  private String answer(String name, StorletCall call) throws IOException {
    try (StorletAnswer answer = store().run(key(name), call)) {
      return new String(answer.stream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void assertRefused(String reason, StorletCall call) {
    assertThatThrownBy(() -> store().run(key("lines"), call).close())
        .isInstanceOfSatisfying(
            StorletRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  default void runsAStorlet() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    ObjectInfo made = put("lines", LINES);
    try (StorletAnswer answer = store().run(key("lines"), call("grep", "pattern", "t"))) {
      assertThat(answer.etag()).isEqualTo(made.etag());
      assertThat(answer.counts()).isEmpty();
      assertThat(answer.stream().readAllBytes()).asString().isEqualTo("two 2\nthree 3\n");
      StorletCounts counts = answer.counts().orElseThrow();
      assertThat(counts.bytesIn()).isEqualTo(LINES.length());
      assertThat(counts.bytesOut()).isEqualTo("two 2\nthree 3\n".length());
      assertThat(counts.recordsIn()).hasValue(4);
      assertThat(counts.recordsOut()).hasValue(2);
      assertThat(answer.metadata()).isEmpty();
    }
  }

  @Test
  default void runsAStorletOnEachRecordOfAdjacentRangesOnce() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    put("lines", LINES);
    StringBuilder all = new StringBuilder();
    for (int start = 0; start < LINES.length(); start += 5) {
      StorletCall whole = call("grep", "pattern", ".");
      ByteRange range = ByteRange.of(start, 5);
      all.append(
          answer("lines", new StorletCall(whole.stages(), Optional.of(range), Optional.empty())));
    }
    assertThat(all).hasToString(LINES);
  }

  @Test
  default void runsAPipelineOfStorletsWithLongParameters() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    put("lines", LINES);
    String pattern = "(two|three|" + "ä€ %:".repeat(700) + "😀".repeat(300) + ")";
    StorletCall call =
        new StorletCall(
            List.of(stage("grep", "pattern", pattern), stage("grep", "pattern", "e+ ")),
            Optional.empty(),
            Optional.empty());
    assertThat(answer("lines", call)).isEqualTo("three 3\n");
  }

  @Test
  default void runsAStorletOnlyOnTheObjectThatIsMeant() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    ObjectInfo made = put("lines", LINES);
    StorletCall call = call("grep", "pattern", "one").withIfMatch(made.etag());
    assertThat(answer("lines", call)).isEqualTo("one 1\n");
    put("lines", "one else\n");
    assertThatThrownBy(() -> answer("lines", call)).isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> answer("none", call)).isInstanceOf(ObjectNotFoundException.class);
  }

  /** The S3 API and Swift's own API return different ETags. */
  @Test
  default void runsAStorletOnAnObjectOfParts() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    MultipartUploads uploads = store().uploads();
    int count = (int) MultipartUploads.MINIMUM_PART_LENGTH / LINES.length() + 1;
    String id = uploads.create(key("parts"), PutOptions.OVERWRITE);
    List<UploadedPart> parts =
        List.of(
            uploads.put(key("parts"), id, 1, content(LINES.repeat(count) + "tw")),
            uploads.put(key("parts"), id, 2, content("o of two parts\n")));
    uploads.complete(key("parts"), id, parts, PutMode.OVERWRITE);
    ObjectInfo listed = store().list(ListOptions.tree(key("parts"))).objects().get(0);
    StorletCall call = call("grep", "pattern", "parts").withIfMatch(listed.etag());
    try (StorletAnswer answer = store().run(key("parts"), call)) {
      assertThat(answer.etag())
          .isEqualTo(listed.etag())
          .isEqualTo(store().head(key("parts")).etag());
      assertThat(answer.stream().readAllBytes()).asString().isEqualTo("two of two parts\n");
      assertThat(answer.counts().orElseThrow().recordsIn()).hasValue(4L * count + 1);
    }
    StorletCall other = call.withIfMatch(store().head(key("parts")).etag().replace('0', '1') + "0");
    assertThatThrownBy(() -> store().run(key("parts"), other))
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  default void reportsWhyNoStorletRuns() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    put("lines", LINES);
    assertRefused("storlet", call("never-deployed"));
    assertRefused("parameters", call("grep", "pattern", "("));
    assertRefused("parameters", call("grep", "no=name", "a"));
    assertRefused("parameters", call("grep", "pattern", "a".repeat(50_000)));
    assertRefused("parameters", call("grep", "pattern", "\0"));
    assertRefused("parameters", call("grep", "pattern", "\ud83d"));
    assertRefused("parameters", call("no name"));
    StorletCall beyond = call("grep", "pattern", "one");
    assertRefused(
        "range",
        new StorletCall(beyond.stages(), Optional.of(ByteRange.from(99)), Optional.empty()));
  }

  @Test
  default void givesBackTheConnectionOfAnAnswerThatIsNotRead() throws IOException {
    if (refusesStorlets()) {
      return;
    }
    put("long", LINES.repeat(100_000));
    for (int i = 0; i < 80; i++) {
      store().run(key("long"), call("grep", "pattern", ".")).close();
    }
    assertThat(answer("long", call("grep", "pattern", "one"))).hasSize(600_000);
  }
}
