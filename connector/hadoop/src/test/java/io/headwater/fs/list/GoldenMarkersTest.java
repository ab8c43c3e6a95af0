package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code protocol/golden-markers}, which the tests of every implementation run. */
final class GoldenMarkersTest {
  private static final File MARKERS = new File("../../protocol/golden-markers/markers.json");
  private static final Path ROOT = new Path("/data/sales");

  static List<JsonNode> cases() throws IOException {
    List<JsonNode> cases = new ArrayList<>();
    new ObjectMapper().readTree(MARKERS).get("cases").forEach(cases::add);
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void filesAreListed(JsonNode golden) throws IOException {
    try (MemoryFileSystem fileSystem = MemoryFileSystem.create()) {
      for (JsonNode object : golden.get("objects")) {
        Content content = Content.of(new byte[object.get("length").asInt()]);
        fileSystem.store().put(object.get("key").asText(), content, PutOptions.OVERWRITE);
      }
      List<String> wanted = new ArrayList<>();
      golden.get("files").forEach(key -> wanted.add(key.asText()));
      assertThat(files(fileSystem)).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/hadoop", "golden-markers");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void wrongMarkersAreRejected(WrongCase wrong) {
    assertThatThrownBy(
            () -> {
              for (JsonNode golden : wrong.document().get("cases")) {
                filesAreListed(golden);
              }
            })
        .isInstanceOf(AssertionError.class);
  }

  private static List<String> files(MemoryFileSystem fileSystem) throws IOException {
    List<String> files = new ArrayList<>();
    RemoteIterators.foreach(fileSystem.listFiles(ROOT, true), file -> files.add(key(file)));
    files.removeIf(key -> key.endsWith("/_SUCCESS"));
    return files;
  }

  private static String key(FileStatus file) {
    return file.getPath().toUri().getPath().substring(1);
  }
}
