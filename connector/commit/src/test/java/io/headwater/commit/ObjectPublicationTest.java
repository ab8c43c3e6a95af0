package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Publications by the caller's own requests, on a store whose conditions are not atomic. */
final class ObjectPublicationTest {
  private static final String KEY = "d/v2.json";
  private static final String CLAIM = "d/_v2.json.claim.w";

  private final MemoryStore memory =
      new MemoryStore(
          "bucket",
          EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_CONDITIONS)),
          MultipartUploads.MINIMUM_PART_LENGTH);

  private ObjectInfo publish() throws IOException {
    return memory.put(KEY, Content.empty(), PutOptions.CREATE_IF_ABSENT);
  }

  private List<String> keys() {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  @Test
  void itsClaimExistsDuringPublicationUnderANameThatReadersSkip() throws IOException {
    ExclusivePut.Written written =
        ExclusivePut.at(memory)
            .create(
                KEY,
                () -> {
                  assertThat(keys()).containsExactly(CLAIM);
                  return publish();
                },
                "w");
    assertThat(written.leftovers()).containsExactly(CLAIM);
  }

  @Test
  void whoFindsAnObjectLeavesNothing() throws IOException {
    publish();
    assertThatThrownBy(() -> ExclusivePut.at(memory).create(KEY, this::publish, "w"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining(memory.name() + "/" + KEY);
    assertThatThrownBy(() -> ExclusivePut.at(memory).createUnconditionally(KEY, () -> null, "w"))
        .isInstanceOf(ConcurrentCommitException.class);
    assertThat(keys()).containsExactly(KEY);
  }

  /** Otherwise another writer would consider it abandoned during a long copy. */
  @Test
  void aClaimIsRenewedWhileItsObjectIsPublished() throws IOException {
    Lease lease = new Lease(Duration.ofMillis(500));
    ExclusivePut.at(memory)
        .withLease(lease)
        .create(
            KEY,
            () -> {
              Instant placed = memory.head(CLAIM).lastModified();
              while (!memory.head(CLAIM).lastModified().isAfter(placed)) {
                Thread.onSpinWait();
              }
              return publish();
            },
            "w");
    assertThat(keys()).contains(KEY);
  }

  /** The request may still be applied, so others must wait. */
  @Test
  void aClaimStaysWhereTheOutcomeIsNotKnown() {
    assertThatThrownBy(
            () ->
                ExclusivePut.at(memory)
                    .create(
                        KEY,
                        () -> {
                          throw new TransientStoreException("no response", null);
                        },
                        "w"))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining(memory.name() + "/" + KEY)
        .hasMessageContaining("no response");
    assertThat(keys()).containsExactly(CLAIM);
  }

  @Test
  void replacesOnlyTheObjectThatItsWriterSaw() throws IOException {
    ObjectInfo seen = memory.put(KEY, Content.of(new byte[] {1}), PutOptions.OVERWRITE);
    ExclusivePut put = ExclusivePut.at(memory);
    ObjectInfo replacement =
        put.replace(
                KEY,
                () -> {
                  assertThat(keys()).containsExactlyInAnyOrder(CLAIM, KEY);
                  return memory.put(KEY, Content.of(new byte[] {2}), PutOptions.OVERWRITE);
                },
                seen.etag(),
                "w")
            .object();
    memory.delete(CLAIM);
    assertThatThrownBy(() -> put.replace(KEY, () -> null, seen.etag(), "w"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining(memory.name() + "/" + KEY);
    assertThat(memory.head(KEY).etag()).isEqualTo(replacement.etag());
    memory.delete(KEY);
    assertThatThrownBy(() -> put.replace(KEY, () -> null, seen.etag(), "w"))
        .isInstanceOf(ConcurrentCommitException.class)
        .hasMessageContaining("was deleted");
    assertThat(keys()).isEmpty();
  }
}
