package io.headwater.commit.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.commit.AttemptFilter;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of {@code protocol/golden}, which the tests of every implementation run. */
final class GoldenCasesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path GOLDEN = Path.of("..", "..", "protocol", "golden");

  static Stream<Path> cases() throws IOException {
    return Files.list(GOLDEN).filter(file -> file.toString().endsWith(".json")).sorted();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isRead(Path file) throws IOException {
    check(JSON.readTree(file.toFile()), Set.of(Capability.CONSISTENT_LISTING));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isReadWhereListingsMayLag(Path file) throws IOException {
    check(JSON.readTree(file.toFile()), Set.of());
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/commit", "golden");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void aWrongCaseIsRejected(WrongCase wrong) {
    assertThatThrownBy(() -> check(wrong.document(), Set.of())).isInstanceOf(AssertionError.class);
  }

  private static void check(JsonNode golden, Set<Capability> capabilities) throws IOException {
    JsonNode expected = golden.get("expected");
    String root = golden.get("root").asText();
    FixedStore store = new FixedStore(golden.get("objects"), capabilities);
    if (expected.has("error")) {
      assertThatThrownBy(() -> read(store, root))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(expected.get("object").asText());
      return;
    }
    List<ObjectInfo> found = read(store, root);
    Map<String, String> etags = new HashMap<>();
    found.forEach(object -> etags.put(object.key(), object.etag()));
    expected
        .path("etags")
        .properties()
        .forEach(etag -> assertThat(etags).containsEntry(etag.getKey(), etag.getValue().asText()));
    List<String> read = found.stream().map(ObjectInfo::key).toList();
    List<String> wanted = new ArrayList<>(texts(expected.get("entries")));
    wanted.addAll(onePerPart(store, texts(expected.get("foreign"))));
    assertThat(read).containsExactlyInAnyOrderElementsOf(wanted);
  }

  /** Readers select one of several foreign attempts of a part, independent of manifests. */
  private static List<String> onePerPart(FixedStore store, List<String> keys) throws IOException {
    AttemptFilter filter = new AttemptFilter();
    List<ObjectInfo> all = new ArrayList<>();
    for (String key : keys) {
      all.add(store.head(key));
    }
    List<ObjectInfo> taken = new ArrayList<>(filter.accept(all));
    taken.addAll(filter.finish());
    return taken.stream().map(ObjectInfo::key).toList();
  }

  /** What a listing below a root shows, without its protocol objects. */
  private static List<ObjectInfo> read(FixedStore store, String root) throws IOException {
    ListOptions options = ListOptions.tree(ManifestKeys.under(root));
    DatasetFilter filter = new DatasetFilter(store, new DatasetReader(store), options);
    ListPage page = store.list(options);
    return filter.accept(page).stream().filter(object -> !isProtocol(object.key())).toList();
  }

  private static boolean isProtocol(String key) {
    Optional<String> folder = ManifestKeys.rootOfBase(key).or(() -> ManifestKeys.rootOfDelta(key));
    return folder.isPresent()
        || key.endsWith("/")
        || key.contains("/_SUCCESS.tasks/")
        || ManifestKeys.isProtocol(GovernedName.parent(key), key);
  }

  private static List<String> texts(JsonNode list) {
    TreeSet<String> texts = new TreeSet<>();
    list.forEach(each -> texts.add(each.asText()));
    return List.copyOf(texts);
  }
}
