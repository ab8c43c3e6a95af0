package io.headwater.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The requests of some clients in the log of Swift's proxy. It logs each request before the client
 * has the complete response.
 */
public final class AccessLog {
  private final Path log = TestServers.swiftLog();
  private final List<String> marks;

  private AccessLog(List<String> marks) {
    this.marks = marks;
  }

  /** The requests whose line contains one of these texts, such as a container's name. */
  public static AccessLog of(String... marks) {
    return new AccessLog(List.of(marks));
  }

  /** The action that a test measures. */
  public interface Step {
    /** Sends the requests. */
    void run() throws Exception;
  }

  /** The methods of the requests that a step sent, in order. */
  public List<String> requests(Step step) throws Exception {
    int before = logged().size();
    step.run();
    List<String> all = logged();
    return all.subList(before, all.size());
  }

  private List<String> logged() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> marks.stream().anyMatch(line::contains))
        .map(LoggedRequest::parse)
        .filter(LoggedRequest::isOfAClient)
        .map(LoggedRequest::method)
        .toList();
  }
}
