package io.headwater.store.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.UploadNotFoundException;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.retry.RetryReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completing an upload when responses are lost. */
final class RetryUploadsTest {
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(
          Set.of(RetryReason.TRANSIENT), 5, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1));

  private final MemoryStore memory = new MemoryStore("completed");
  private String id;
  private List<UploadedPart> parts;

  private static Content content(String text) {
    return Content.of(text.getBytes());
  }

  private void begin(MultipartUploads uploads) throws IOException {
    id = uploads.create("a", PutOptions.OVERWRITE);
    parts = List.of(uploads.put("a", id, 1, content("hello")));
  }

  private MultipartUploads losing(FaultPlan.Rule... rules) {
    FaultLayer faults = new FaultLayer(memory, FaultPlan.exactly(rules));
    return new RetryLayer(faults, AT_ONCE).uploads();
  }

  private static FaultPlan.Rule lostCompletion() {
    return new FaultPlan.Rule(Operation.COMPLETE_UPLOAD, 1, Fault.LOSE_RESPONSE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void findsItsObjectWhenTheResponseWasLost(boolean conditional) throws IOException {
    PutMode mode = conditional ? PutMode.CREATE_IF_ABSENT : PutMode.OVERWRITE;
    MultipartUploads uploads = losing(lostCompletion());
    begin(uploads);
    ObjectInfo made = uploads.complete("a", id, parts, mode);
    assertThat(made).isEqualTo(memory.head("a"));
  }

  @Test
  void requestsItsObjectAgainIfThatResponseIsLostToo() throws IOException {
    MultipartUploads uploads =
        losing(lostCompletion(), new FaultPlan.Rule(Operation.HEAD, 1, Fault.LOSE_RESPONSE));
    begin(uploads);
    assertThat(uploads.complete("a", id, parts, PutMode.OVERWRITE)).isEqualTo(memory.head("a"));
  }

  @Test
  void doesNotTakeAnotherUploadsObjectForItsOwn() throws IOException {
    assertNotTaken(
        () -> {
          String second = memory.uploads().create("a", PutOptions.OVERWRITE);
          UploadedPart part = memory.uploads().put("a", second, 1, content("other"));
          memory.uploads().complete("a", second, List.of(part), PutMode.OVERWRITE);
        });
  }

  @Test
  void distinguishesByLengthWhereETagsCannotBeCompared() throws IOException {
    assertNotTaken(() -> memory.put("a", content("another length"), PutOptions.OVERWRITE));
  }

  /** Loses the response to a completion. Then another writer replaces the object. */
  private void assertNotTaken(Replacement replacement) throws IOException {
    Layer replacing =
        new Layer(new FaultLayer(memory, FaultPlan.exactly(lostCompletion()))) {
          @Override
          protected <T> T around(Request request, Call<T> call) throws IOException {
            if (request.operation() == Operation.HEAD) {
              replacement.run();
            }
            return call.send();
          }
        };
    MultipartUploads uploads = new RetryLayer(replacing, AT_ONCE).uploads();
    begin(uploads);
    assertThatThrownBy(() -> uploads.complete("a", id, parts, PutMode.OVERWRITE))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasCauseInstanceOf(UploadNotFoundException.class);
  }

  @FunctionalInterface
  private interface Replacement {
    void run() throws IOException;
  }

  @Test
  void reportsAnUnknownOutcomeIfTheObjectIsGone() throws IOException {
    assertNotTaken(() -> memory.delete("a"));
  }

  @Test
  void reportsThatThereIsNoUpload() throws IOException {
    MultipartUploads uploads =
        losing(new FaultPlan.Rule(Operation.COMPLETE_UPLOAD, 1, Fault.THROTTLE));
    begin(uploads);
    memory.uploads().abort("a", id);
    assertThatThrownBy(() -> uploads.complete("a", id, parts, PutMode.OVERWRITE))
        .isInstanceOf(UploadNotFoundException.class);
  }

  @Test
  void reportsThatTheConditionIsNotMet() throws IOException {
    memory.put("a", content("first"), PutOptions.OVERWRITE);
    MultipartUploads uploads = losing();
    begin(uploads);
    assertThatThrownBy(() -> uploads.complete("a", id, parts, PutMode.CREATE_IF_ABSENT))
        .isInstanceOf(PreconditionFailedException.class);
  }
}
