package io.headwater.fs.cache;

import io.headwater.store.ObjectInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The last columnar file whose status a thread requested, from the response with its last bytes. A
 * reader requests the status and opens the file, or opens it, requests the status and opens it
 * again. One request serves all. The response is valid until this file system changes anything.
 */
public final class FooterCache {
  /** The thread has opened the file by then. */
  private static final Duration OPENING = Duration.ofSeconds(2);

  private final ChangeBoundCache<Thread, Answer> answers;

  private record Answer(ObjectInfo info, Optional<ObjectEnd> end) {}

  /**
   * @param changes counts this file system's changes of the bucket
   */
  public FooterCache(LongSupplier changes) {
    answers = ChangeBoundCache.ofThreads(changes, OPENING);
  }

  /** A request that is about to be sent. */
  public Question begin() {
    return new Question(answers.now());
  }

  /** A request of this thread. */
  public final class Question {
    private final ChangeBoundCache.Moment sent;

    private Question(ChangeBoundCache.Moment sent) {
      this.sent = sent;
    }

    public void note(ObjectInfo answer) {
      put(new Answer(answer, Optional.empty()), sent);
    }

    /** Records a response with the object's last bytes, which the thread reads next. */
    public void note(ObjectEnd end) {
      Optional<ObjectEnd> read = Optional.of(end).filter(ObjectEnd::isPartial);
      put(new Answer(end.info(), read), sent);
    }
  }

  private void put(Answer answer, ChangeBoundCache.Moment sent) {
    answers.put(Thread.currentThread(), answer, sent);
  }

  /** The object in this thread's last response. */
  public Optional<ObjectInfo> find(String key) {
    return entry(key).map(entry -> entry.value().info());
  }

  /**
   * The last bytes of an object, from this thread's status request. They are returned only once. A
   * later reader sends a request, which reveals whether the object was deleted or replaced.
   */
  public Optional<ObjectEnd> takeEnd(String key, String etag) {
    Optional<ChangeBoundCache.Entry<Answer>> found =
        entry(key).filter(entry -> entry.value().info().etag().equals(etag));
    found.ifPresent(
        entry -> put(new Answer(entry.value().info(), Optional.empty()), entry.moment()));
    return found.flatMap(entry -> entry.value().end());
  }

  private Optional<ChangeBoundCache.Entry<Answer>> entry(String key) {
    return answers
        .find(Thread.currentThread())
        .filter(entry -> entry.value().info().key().equals(key));
  }

  /** Removes it, because a newer response differs. */
  public void forget() {
    answers.remove(Thread.currentThread());
  }
}
