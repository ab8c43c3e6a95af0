package io.headwater.fs;

import io.headwater.store.ObjectInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The columnar file that a thread asked for last, as the answer with its last bytes told it. Who
 * reads one asks for its status and opens it, or opens it and asks for its status and opens it once
 * more; that is one question. The answer holds until this file system changes anything.
 */
final class OpenedFile {
  /** The thread has opened the file by then. */
  private static final Duration OPENING = Duration.ofSeconds(2);

  private final LongSupplier changes;
  private final ThreadLocal<Answer> own = new ThreadLocal<>();

  private record Answer(ObjectInfo info, Optional<ObjectEnd> end, long moment, long change) {}

  /**
   * @param changes how often this file system has changed the bucket
   */
  OpenedFile(LongSupplier changes) {
    this.changes = changes;
  }

  /** A question that is about to be sent. */
  Question ask() {
    return new Question(changes.getAsLong());
  }

  /** One that this thread sends. */
  final class Question {
    private final long change;

    private Question(long change) {
      this.change = change;
    }

    void note(ObjectInfo answer) {
      own.set(new Answer(answer, Optional.empty(), System.nanoTime(), change));
    }

    /** Notes a response with the object's last bytes, which the thread reads next. */
    void note(ObjectEnd end) {
      Optional<ObjectEnd> read = Optional.of(end).filter(ObjectEnd::isPartial);
      own.set(new Answer(end.info(), read, System.nanoTime(), change));
    }
  }

  /** What this thread was just told of an object. */
  Optional<ObjectInfo> find(String key) {
    return answer(key).map(Answer::info);
  }

  /**
   * The last bytes of an object, which this thread's status request brought. They are returned
   * once: a later reader sends a request, and so learns whether the object was deleted or replaced.
   */
  Optional<ObjectEnd> takeEnd(String key, String etag) {
    Optional<Answer> answer = answer(key).filter(each -> each.info().etag().equals(etag));
    answer.ifPresent(
        each -> own.set(new Answer(each.info(), Optional.empty(), each.moment(), each.change())));
    return answer.flatMap(Answer::end);
  }

  private Optional<Answer> answer(String key) {
    return Optional.ofNullable(own.get())
        .filter(answer -> answer.info().key().equals(key))
        .filter(answer -> answer.change() == changes.getAsLong())
        .filter(answer -> System.nanoTime() - answer.moment() < OPENING.toNanos());
  }

  /** Forgets it: the store has told this thread otherwise. */
  void forget() {
    own.remove();
  }
}
