package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The members of {@code protocol/golden-members}, which the tests of every implementation read. */
final class GoldenMembersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final File MEMBERS = new File("../../protocol/golden-members/members.json");

  static List<JsonNode> manifests() throws IOException {
    return elements("manifests");
  }

  static List<JsonNode> members() throws IOException {
    return elements("members");
  }

  private static List<JsonNode> elements(String name) throws IOException {
    List<JsonNode> elements = new ArrayList<>();
    JSON.readTree(MEMBERS).get(name).forEach(elements::add);
    return elements;
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void aManifestWithEveryMemberIsRead(JsonNode manifest) throws IOException {
    assertThat(Manifests.parse(document(manifest))).isPresent();
  }

  @ParameterizedTest
  @MethodSource("members")
  void oneWithoutAMemberIsReadUnlessThatIsRequired(JsonNode golden) throws IOException {
    for (JsonNode manifest : manifests()) {
      remove(manifest, JsonPointer.compile("/" + golden.get("member").asText()));
      if (golden.get("required").asBoolean()) {
        assertThatThrownBy(() -> Manifests.parse(document(manifest)))
            .isInstanceOf(MalformedManifestException.class)
            .hasMessageContaining("store/data/out/_SUCCESS");
      } else {
        assertThat(Manifests.parse(document(manifest))).isPresent();
      }
    }
  }

  static List<JsonNode> values() throws IOException {
    return elements("values");
  }

  @ParameterizedTest
  @MethodSource("values")
  void oneWithAWrongValueIsMalformed(JsonNode golden) throws IOException {
    JsonNode base = manifests().get(0);
    set(base, JsonPointer.compile("/" + golden.get("member").asText()), golden.get("value"));
    assertThatThrownBy(() -> Manifests.parse(document(base)))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining("store/data/out/_SUCCESS");
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/commit", "golden-members");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void wrongMembersAreRejected(WrongCase wrong) {
    assertThatThrownBy(
        () -> {
          for (JsonNode member : wrong.document().get("members")) {
            oneWithoutAMemberIsReadUnlessThatIsRequired(member);
          }
          for (JsonNode value : wrong.document().get("values")) {
            oneWithAWrongValueIsMalformed(value);
          }
        });
  }

  private static void set(JsonNode manifest, JsonPointer member, JsonNode value) {
    ObjectNode parent = (ObjectNode) manifest.at(member.head());
    parent.set(member.last().getMatchingProperty(), value);
  }

  private static void remove(JsonNode manifest, JsonPointer member) {
    ObjectNode parent = (ObjectNode) manifest.at(member.head());
    assertThat(parent.remove(member.last().getMatchingProperty())).isNotNull();
  }

  private static byte[] document(JsonNode manifest) throws IOException {
    return JSON.writeValueAsBytes(JSON.createObjectNode().set("headwater", manifest));
  }
}
