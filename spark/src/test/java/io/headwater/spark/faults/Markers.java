package io.headwater.spark.faults;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;

/**
 * What has happened in a run, as empty files of one folder.
 *
 * @param folder the run's own
 */
public record Markers(String folder) implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Sets a marker; whether this call was the first to do so. */
  boolean set(String name) {
    try {
      Files.createFile(Path.of(folder, name));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isSet(String name) {
    return Files.exists(Path.of(folder, name));
  }

  /** The rest of the name of a marker that begins so. */
  Optional<String> find(String prefix) {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .map(name -> name.substring(prefix.length()))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for one of the markers, as long as the task is not killed. Where none ever comes, a
   * marker tells the test so.
   */
  void awaitAny(String... names) throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (Arrays.stream(names).noneMatch(this::isSet)) {
      requireInTime(deadline, names);
      // A task whose job has failed is marked as killed, yet not interrupted.
      if (TaskContext.get().isInterrupted()) {
        throw new InterruptedException("the task is killed");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /** Waits for a marker, and does not care about being killed. */
  void awaitStubbornly(String name) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!isSet(name)) {
      requireInTime(deadline, name);
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        // Spark means to kill the task; it sleeps on.
      }
    }
  }

  private void requireInTime(Instant deadline, String... names) {
    if (Instant.now().isAfter(deadline)) {
      set("vain-" + names[0]);
      throw new IllegalStateException("none of " + Arrays.toString(names) + " came");
    }
  }
}
