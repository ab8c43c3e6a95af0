package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A manifest in its stored form. */
final class ManifestDocumentTest {
  private static final int MANY = 100_000;

  @Provide
  Arbitrary<Manifest> manifests() {
    return Manifests.any();
  }

  @Property(tries = 500)
  void whatIsWrittenIsRead(@ForAll("manifests") Manifest manifest) throws IOException {
    assertThat(Manifests.parse(Manifests.bytes(manifest))).contains(manifest);
  }

  @Test
  void oneThatIsCutIsAnErrorThatNamesIt() throws IOException {
    byte[] document = Manifests.bytes(Manifests.base(Manifests.entries(2)));
    assertThat(Manifests.parse(new byte[0])).isEmpty();
    for (int length = 1; length < document.length; length++) {
      byte[] cut = Arrays.copyOf(document, length);
      assertThatThrownBy(() -> Manifests.parse(cut))
          .as("cut after %d bytes", length)
          .isInstanceOf(MalformedManifestException.class)
          .hasMessageContaining("store/data/out/_SUCCESS");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"c080", "f4908080", "eda080", "ff"})
  void oneThatIsNotUtf8IsAnErrorThatNamesIt(String character) throws IOException {
    String whole =
        new String(
            Manifests.bytes(Manifests.base(Manifests.entries(2))), StandardCharsets.ISO_8859_1);
    String odd = new String(HexFormat.of().parseHex(character), StandardCharsets.ISO_8859_1);
    byte[] document =
        whole
            .replaceFirst("\"hostname\"\\s*:\\s*\"", "$0" + odd)
            .getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Manifests.parse(document))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining("store/data/out/_SUCCESS")
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void oneThatIsTooLongIsNotRead() {
    InputStream unread =
        new InputStream() {
          @Override
          public int read() {
            throw new AssertionError("it was read");
          }
        };
    long length = Manifest.MAXIMUM_LENGTH + 1L;
    assertThatThrownBy(() -> ManifestParser.parse(unread, length, "store/data/out/_SUCCESS"))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining("store/data/out/_SUCCESS has " + length + " bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{}", " {\"success\": true}", "[]", "null", "done\n", "42"})
  void whatOtherProgramsWriteIsNone(String document) throws IOException {
    assertThat(Manifests.parse(document.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"headwater\": null}",
        "{\"headwater\": []}",
        "{\"headwater\": {}}",
        "{\"headwater\": {\"format\": \"1\"}}",
        "{\"headwater\": {\"format\": 1}} x",
        "{\"headwater\": {\"format\": 1}, \"headwater\": {\"format\": 1}}"
      })
  void whatBeginsAsOneAndIsNoneIsAnError(String document) {
    requireMalformed(document);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"format\":1 -> \"format\":0",
        "\"format\":1 -> \"format\":3",
        "\"removed\":[] -> \"removed\":[{}]",
        "\"format\":1 -> \"format\":1.5",
        "\"format\":1 -> \"format\":\"1\"",
        "\"kind\":\"base\" -> \"kind\":\"other\"",
        "\"kind\":\"base\" -> \"kind\":1",
        "\"folded\":[] -> \"folded\":\"none\"",
        "\"folded\":[] -> \"folded\":[1]",
        "\"removed\":[] -> \"removed\":{}",
        "\"removed\":[] -> \"gone\":[]",
        "\"excluded\":[] -> \"excluded\":[{}]",
        "\"entries\":[{ -> \"entries\":[7,{",
        "\"length\":1000000 -> \"length\":-1",
        "\"length\":1000000 -> \"length\":1.5",
        "\"length\":1000000 -> \"length\":\"1\"",
        "\"partition\":{ -> \"partition\":{\"x\":7,",
        "\"partition\":{\"day\":\"0\"} -> \"partition\":[]"
      })
  void aMemberOfAnotherFormIsAnError(String change) throws IOException {
    String document =
        new String(Manifests.bytes(Manifests.base(Manifests.entries(1))), StandardCharsets.UTF_8);
    String[] fromTo = change.split(" -> ");
    assertThat(document).contains(fromTo[0]);
    requireMalformed(document.replace(fromTo[0], fromTo[1]));
  }

  private static void requireMalformed(String document) {
    assertThatThrownBy(() -> Manifests.parse(document.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining("store/data/out/_SUCCESS");
  }

  /** With the heap that the build limits. */
  @Tag("small-heap")
  @Test
  void aHundredThousandEntriesAreWrittenAndRead() throws IOException {
    List<ManifestEntry> entries = Manifests.entries(MANY);
    Manifest base = Manifests.base(entries);
    assertThat(Manifests.parse(Manifests.bytes(base)).orElseThrow().entries())
        .isEqualTo(base.entries());
  }
}
