package io.headwater.store.storlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code protocol/golden-frames}, which the tests of every reader run. */
final class GoldenFramesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path GOLDEN = Path.of("..", "..", "protocol", "golden-frames");

  static Stream<Path> cases() throws IOException {
    return Files.list(GOLDEN).filter(file -> file.toString().endsWith(".bin")).sorted();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isCutIntoFrames(Path file) throws IOException {
    checkFrames(file, golden(file));
  }

  private static void checkFrames(Path file, JsonNode golden) throws IOException {
    FrameReader reader = new FrameReader(new ByteArrayInputStream(Files.readAllBytes(file)), "GET");
    List<String> read = new ArrayList<>();
    boolean whole = false;
    try {
      while (!whole) {
        FrameReader.Frame frame = reader.next();
        String hex = HexFormat.of().formatHex(frame.payload(), 0, frame.length());
        read.add(frame.type() + hex);
        whole = frame.isLast();
      }
    } catch (TransientStoreException e) {
      assertThat(e).hasMessageStartingWith("GET: the answer is broken: ");
    }
    List<String> frames = new ArrayList<>();
    golden
        .get("frames")
        .forEach(
            frame -> frames.add(frame.get("type").asText() + frame.get("payload_hex").asText()));
    assertThat(whole).isEqualTo(golden.get("whole").asBoolean());
    // Bytes after the last frame are detected before that frame is returned.
    assertThat(frames.subList(0, read.size())).isEqualTo(read);
    assertThat(frames.size() - read.size()).isBetween(0, whole ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isReadAsAnAnswerOnlyIfItIsWhole(Path file) throws IOException {
    checkAnswer(file, golden(file));
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/store", "golden-frames");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void wrongFramesAreRejected(WrongCase wrong) {
    String name = wrong.file().getFileName().toString().replace(".json", ".bin");
    Path file = wrong.file().resolveSibling(name);
    assertThatThrownBy(() -> checkFrames(file, wrong.document()))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> checkAnswer(file, wrong.document()));
  }

  private static void checkAnswer(Path file, JsonNode golden) throws IOException {
    List<JsonNode> frames = new ArrayList<>();
    golden.get("frames").forEach(frames::add);
    boolean ends = !frames.isEmpty() && type(frames.get(frames.size() - 1)).equals("E");
    if (golden.get("whole").asBoolean() && ends) {
      StringBuilder data = new StringBuilder();
      frames.stream()
          .filter(frame -> type(frame).equals("D"))
          .forEach(frame -> data.append(frame.get("payload_hex").asText()));
      StorletAnswer answer = open(file);
      assertThat(answer.counts().isPresent()).isEqualTo(data.isEmpty());
      assertThat(HexFormat.of().formatHex(answer.stream().readAllBytes()))
          .isEqualTo(data.toString());
      assertThat(answer.counts().orElseThrow().bytesIn()).isEqualTo(5);
      assertThat(answer.stream().read()).isNegative();
    } else {
      assertThatThrownBy(() -> open(file).stream().readAllBytes())
          .isInstanceOf(failure(golden.get("whole").asBoolean(), frames));
    }
  }

  private static Class<? extends IOException> failure(boolean whole, List<JsonNode> frames) {
    if (!whole) {
      return TransientStoreException.class;
    }
    boolean atOnce = type(frames.get(0)).equals("X");
    return atOnce ? StorletRefusedException.class : StorletFailedException.class;
  }

  private static String type(JsonNode frame) {
    return frame.get("type").asText();
  }

  private static StorletAnswer open(Path file) throws IOException {
    var body = new ByteArrayInputStream(Files.readAllBytes(file));
    return StorletAnswer.open("etag", "application/vnd.headwater.frames", body, "GET");
  }

  private static JsonNode golden(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".bin", ".json");
    return JSON.readTree(file.resolveSibling(name).toFile());
  }
}
