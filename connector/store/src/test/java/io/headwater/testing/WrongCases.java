package io.headwater.testing;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Golden cases made wrong, by {@code protocol/wrong-cases.json}, which tests must reject. */
public final class WrongCases {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path PROTOCOL = Path.of("..", "..", "protocol");

  private WrongCases() {}

  /**
   * A golden case with one wrong value.
   *
   * @param file the file of the correct case
   * @param document the wrong case
   * @param pointer the JSON pointer of the wrong value
   */
  public record WrongCase(Path file, JsonNode document, String pointer) {
    @Override
    public String toString() {
      return file.getFileName() + pointer;
    }
  }

  /**
   * The wrong cases of a folder.
   *
   * @param tests the folder of the tests in the repository
   * @param folder the folder in {@code protocol} that has the cases
   * @throws IOException if there are none, or a file cannot be read
   */
  public static List<WrongCase> of(String tests, String folder) throws IOException {
    List<WrongCase> chosen = new ArrayList<>();
    for (JsonNode each : read(PROTOCOL.resolve("wrong-cases.json")).get("cases")) {
      if (texts(each.get("tests")).contains(tests)
          && each.get("file").asText().startsWith(folder + "/")) {
        chosen.add(wrong(each));
      }
    }
    if (chosen.isEmpty()) {
      throw new IOException(folder + " has no wrong case for " + tests);
    }
    return chosen;
  }

  private static WrongCase wrong(JsonNode each) throws IOException {
    Path file = PROTOCOL.resolve(each.get("file").asText());
    JsonNode document = read(file);
    JsonPointer at = JsonPointer.compile(each.get("at").asText());
    JsonNode parent = document.at(at.head());
    if (parent instanceof ArrayNode list) {
      list.set(at.last().getMatchingIndex(), each.get("value"));
    } else {
      ((ObjectNode) parent).set(at.last().getMatchingProperty(), each.get("value"));
    }
    return new WrongCase(file, document, at.toString());
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static JsonNode read(Path file) throws IOException {
    return JSON.readTree(file.toFile());
  }
}
