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

/** The events of a run, as empty files in one folder. */
public final class Markers implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(20);

  private final String folder;

  /**
   * @param folder the run's folder
   */
  public Markers(String folder) {
    this.folder = folder;
  }

  /** Sets a marker. Returns whether this call was the first to do so. */
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

  /** The rest of the name of a marker that begins with the prefix. */
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
   * Waits for one of the markers, as long as the task is not killed. If none ever comes, sets a
   * marker that reports it to the test.
   */
  void awaitAny(String... names) throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (Arrays.stream(names).noneMatch(this::isSet)) {
      requireInTime(deadline, names);
      // A task whose job has failed is marked as killed, but not interrupted.
      if (TaskContext.get().isInterrupted()) {
        throw new InterruptedException("the task is killed");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /** Waits for a marker, even if the task is killed. */
  void awaitStubbornly(String name) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!isSet(name)) {
      requireInTime(deadline, name);
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        // Spark is killing the task. Continue to sleep.
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
