package io.headwater.fs;

import io.headwater.store.ObjectInfo;
import java.time.Duration;
import java.util.Optional;

/**
 * The columnar file that a thread asked for last, as the answer with its last bytes told it. Who
 * reads one asks for its status and opens it, or opens it and asks for its status and opens it once
 * more; that is one question.
 */
final class OpenedFile {
  /** The thread has opened the file by then. */
  private static final Duration OPENING = Duration.ofSeconds(2);

  private final ThreadLocal<Answer> own = new ThreadLocal<>();

  private record Answer(ObjectInfo info, long moment) {}

  void note(ObjectInfo info) {
    own.set(new Answer(info, System.nanoTime()));
  }

  /** What this thread was just told of an object. */
  Optional<ObjectInfo> find(String key) {
    return Optional.ofNullable(own.get())
        .filter(answer -> answer.info().key().equals(key))
        .filter(answer -> System.nanoTime() - answer.moment() < OPENING.toNanos())
        .map(Answer::info);
  }

  /** Forgets it, since this thread changes something. */
  void forget() {
    own.remove();
  }
}
