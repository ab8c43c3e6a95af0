package io.headwater.fs;

import io.headwater.store.ObjectInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The last columnar file whose status a thread requested, from the response with its last bytes. A
 * reader requests the status and opens the file, or opens it, requests the status and opens it
 * again. One request serves all. The response is valid until this file system changes anything.
 */
final class OpenedFile {
  /** The thread has opened the file by then. */
  private static final Duration OPENING = Duration.ofSeconds(2);

  private final LongSupplier changes;
  private final ThreadLocal<Answer> own = new ThreadLocal<>();

  private record Answer(ObjectInfo info, Optional<ObjectEnd> end, long moment, long change) {}

  /**
   * @param changes counts this file system's changes of the bucket
   */
  OpenedFile(LongSupplier changes) {
    this.changes = changes;
  }

  /** A request that is about to be sent. */
  Question begin() {
    return new Question(changes.getAsLong());
  }

  /** A request of this thread. */
  final class Question {
    private final long change;

    private Question(long change) {
      this.change = change;
    }

    void note(ObjectInfo answer) {
      own.set(new Answer(answer, Optional.empty(), System.nanoTime(), change));
    }

    /** Records a response with the object's last bytes, which the thread reads next. */
    void note(ObjectEnd end) {
      Optional<ObjectEnd> read = Optional.of(end).filter(ObjectEnd::isPartial);
      own.set(new Answer(end.info(), read, System.nanoTime(), change));
    }
  }

  /** The object in this thread's last response. */
  Optional<ObjectInfo> find(String key) {
    return answer(key).map(Answer::info);
  }

  /**
   * The last bytes of an object, from this thread's status request. They are returned only once. A
   * later reader sends a request, which reveals whether the object was deleted or replaced.
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

  /** Removes it, because a newer response differs. */
  void forget() {
    own.remove();
  }
}
