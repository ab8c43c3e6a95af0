package io.headwater.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Swift's proxy saw of some clients' requests; it logs each before its client has the whole
 * answer.
 */
public final class AccessLog {
  private final Path log = TestServers.swiftLog();
  private final List<String> marks;

  private AccessLog(List<String> marks) {
    this.marks = marks;
  }

  /** The requests in whose line one of these texts stands, such as a container's name. */
  public static AccessLog of(String... marks) {
    return new AccessLog(List.of(marks));
  }

  /** What a test measures. */
  public interface Step {
    /** Sends the requests. */
    void run() throws Exception;
  }

  /** The method of each request that a step caused, in order. */
  public List<String> requests(Step step) throws Exception {
    int before = logged().size();
    step.run();
    List<String> all = logged();
    return all.subList(before, all.size());
  }

  /** Requests that Swift's parts send each other have no client's address. */
  private List<String> logged() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> marks.stream().anyMatch(line::contains))
        .map(line -> line.split(" "))
        .filter(fields -> !fields[1].equals("-"))
        .map(fields -> fields[2])
        .toList();
  }
}
