package io.headwater.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.testing.LoggedRequest;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * The output of jobs in a container and their requests to the store, examined without the
 * connector.
 */
final class StoredOutput {
  private final TestContainer container;

  StoredOutput(TestContainer container) {
    this.container = container;
  }

  /**
   * Checks that a folder contains its parts, one attempt each, and {@code _SUCCESS}, and nothing
   * else. Checks that each was written once, and that nothing was copied or written under a
   * temporary name.
   *
   * @param others additional objects that the program itself writes there
   */
  void assertWrittenOnce(String folder, int parts, String... others) throws IOException {
    List<String> expected = new ArrayList<>(List.of(others));
    expected.add("_SUCCESS");
    assertThat(names(folder)).containsAll(expected);
    List<String> written = names(folder);
    written.removeAll(expected);
    assertThat(written)
        .map(name -> AttemptName.parse(name).orElseThrow().logicalKey())
        .doesNotHaveDuplicates()
        .hasSize(parts)
        .allMatch(name -> name.matches("part-[mr]-\\d{5}"));
    List<LoggedRequest> requests = requests();
    assertThat(requests).noneMatch(LoggedRequest::copies);
    assertThat(requests).noneMatch(LoggedRequest::writesTemporary);
    for (String name : names(folder)) {
      String key = folder + "/" + name;
      assertThat(requests).filteredOn(request -> request.writes(key)).as(key).hasSize(1);
    }
  }

  /** The numbers of the attempts whose parts are in a folder: 0 for the first of its task. */
  List<Integer> attempts(String folder) {
    return names(folder).stream()
        .flatMap(name -> AttemptName.parse(name).stream())
        .map(name -> TaskAttemptID.forName(name.attempt().text()).getId())
        .toList();
  }

  /** All objects in a folder, by their names below it. */
  List<String> names(String folder) {
    return container.raw().names(container.name()).stream()
        .filter(key -> key.startsWith(folder + "/"))
        .map(key -> key.substring(folder.length() + 1))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private List<LoggedRequest> requests() throws IOException {
    return Files.readAllLines(TestServers.swiftLog()).stream()
        .map(LoggedRequest::parse)
        .filter(LoggedRequest::isOfAClient)
        .filter(request -> request.path().contains("/" + container.name()))
        .toList();
  }
}
