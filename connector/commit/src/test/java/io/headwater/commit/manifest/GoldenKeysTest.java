package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys of {@code protocol/golden-keys}, which the tests of every implementation read. */
final class GoldenKeysTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectWriter ASCII = JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);
  private static final File KEYS = new File("../../protocol/golden-keys/keys.json");

  static List<JsonNode> keys() throws IOException {
    List<JsonNode> keys = new ArrayList<>();
    JSON.readTree(KEYS).get("keys").forEach(keys::add);
    return keys;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void anEntryMayHaveIt(JsonNode golden) throws IOException {
    ObjectNode document = document();
    ((ObjectNode) document.at("/headwater/entries/0")).set("key", golden.get("key"));
    requireReadIf(golden.get("entry").asBoolean(), document);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aRemovalMayHaveIt(JsonNode golden) throws IOException {
    ObjectNode document = document();
    ((ObjectNode) document.get("headwater")).putArray("removed").add(golden.get("key"));
    requireReadIf(golden.get("entry").asBoolean(), document);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aRemovalOfAnEntryMayHaveIt(JsonNode golden) throws IOException {
    ObjectNode document = document();
    ObjectNode removed = JSON.createObjectNode().put("etag", "x").put("added", "y");
    removed.set("key", golden.get("key"));
    ((ObjectNode) document.get("headwater")).put("format", 2).putArray("removed").add(removed);
    requireReadIf(golden.get("entry").asBoolean(), document);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void anExclusionMayHaveIt(JsonNode golden) throws IOException {
    ObjectNode document = document();
    ObjectNode excluded = JSON.createObjectNode().put("etag", "x").put("modified", 1);
    excluded.set("key", golden.get("key"));
    ((ObjectNode) document.get("headwater")).putArray("excluded").add(excluded);
    requireReadIf(golden.get("excluded").asBoolean(), document);
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/commit", "golden-keys");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void wrongKeysAreRejected(WrongCase wrong) {
    assertThatThrownBy(
        () -> {
          for (JsonNode key : wrong.document().get("keys")) {
            anEntryMayHaveIt(key);
            aRemovalMayHaveIt(key);
            aRemovalOfAnEntryMayHaveIt(key);
            anExclusionMayHaveIt(key);
          }
        });
  }

  private static ObjectNode document() throws IOException {
    return (ObjectNode) JSON.readTree(Manifests.bytes(Manifests.base(Manifests.entries(1))));
  }

  private static void requireReadIf(boolean valid, ObjectNode document) throws IOException {
    // With escapes, because an unpaired surrogate has no bytes in UTF-8.
    byte[] escaped = ASCII.writeValueAsBytes(document);
    if (valid) {
      assertThat(Manifests.parse(escaped)).isPresent();
    } else {
      assertThatThrownBy(() -> Manifests.parse(escaped))
          .isInstanceOf(MalformedManifestException.class)
          .hasMessageContaining("store/data/out/_SUCCESS");
    }
  }
}
