package io.headwater.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.AttemptName;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What jobs left in a container, and what they asked of the store, seen past the connector. */
final class StoredOutput {
  private final TestContainer container;

  StoredOutput(TestContainer container) {
    this.container = container;
  }

  /**
   * Checks that a folder holds its parts, one attempt each, and {@code _SUCCESS}, and nothing else;
   * that each was written once; and that nothing was copied or stood under a temporary name.
   *
   * @param others further objects that the program puts there itself
   */
  void assertWrittenOnce(String folder, int parts, String... others) throws IOException {
    List<String> keys =
        container.raw().names(container.name()).stream()
            .filter(key -> key.startsWith(folder + "/"))
            .toList();
    List<String> written = new ArrayList<>();
    for (String key : keys) {
      written.add(key.substring(folder.length() + 1));
    }
    List<String> expected = new ArrayList<>(Arrays.asList(others));
    expected.add("_SUCCESS");
    assertThat(written).containsAll(expected);
    written.removeAll(expected);
    assertThat(written)
        .map(name -> AttemptName.parse(name).orElseThrow().logicalKey())
        .doesNotHaveDuplicates()
        .hasSize(parts)
        .allMatch(name -> name.matches("part-[mr]-\\d{5}"));
    List<LoggedRequest> requests = requests();
    assertThat(requests).noneMatch(LoggedRequest::copies);
    assertThat(requests).noneMatch(LoggedRequest::writesTemporary);
    for (String key : keys) {
      assertThat(requests).filteredOn(request -> request.writes(key)).as(key).hasSize(1);
    }
  }

  private List<LoggedRequest> requests() throws IOException {
    return Files.readAllLines(TestServers.swiftLog()).stream()
        .map(LoggedRequest::parse)
        .filter(LoggedRequest::isOfAClient)
        .filter(request -> request.path().contains("/" + container.name()))
        .toList();
  }
}
