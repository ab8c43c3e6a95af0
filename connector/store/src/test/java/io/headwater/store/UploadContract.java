package io.headwater.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.OutcomeUnknownException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.exception.UploadNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Multipart uploads. */
public interface UploadContract extends StoreFixture {
  /** The length of the first part of the tests' uploads. */
  int FULL = (int) MultipartUploads.MINIMUM_PART_LENGTH;

  /**
   * Whether the store checks the parts of an upload as Amazon's does: it compares their ETags,
   * leaves out those that are not named, and knows which uploads were aborted.
   */
  default boolean checksParts() {
    return true;
  }

  private boolean refusesUploads() {
    if (has(Capability.MULTIPART_UPLOAD)) {
      return false;
    }
    assertThatThrownBy(() -> store().uploads()).isInstanceOf(UnsupportedOperationException.class);
    return true;
  }

  private List<UploadedPart> putAll(String id, byte[] bytes) throws IOException {
    List<UploadedPart> parts = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += FULL) {
      byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + FULL));
      int number = parts.size() + 1;
      parts.add(store().uploads().put(key("a"), id, number, Content.of(part)));
    }
    return parts;
  }

  @Test
  default void showsAnUploadOnlyWhenItIsComplete() throws IOException {
    if (refusesUploads()) {
      return;
    }
    byte[] bytes = noise(FULL + 100);
    PutOptions options = PutOptions.OVERWRITE.withMetadata(Map.of("owner", "me"));
    String id = store().uploads().create(key("a"), options);
    List<UploadedPart> parts = putAll(id, bytes);
    assertThat(parts.get(1).length()).isEqualTo(100);
    assertThatThrownBy(() -> store().head(key("a"))).isInstanceOf(ObjectNotFoundException.class);
    assertThat(names(ListOptions.tree(prefix()))).isEmpty();

    ObjectInfo made = store().uploads().complete(key("a"), id, parts, PutMode.OVERWRITE);
    ObjectInfo seen = store().head(key("a"));
    assertThat(made.length()).isEqualTo(bytes.length).isEqualTo(seen.length());
    assertThat(made.etag()).isEqualTo(seen.etag());
    assertThat(seen.metadata()).isEqualTo(options.metadata());
    assertThat(bytes(key("a"))).isEqualTo(bytes);
  }

  @Test
  default void takesTheLastSentPartAndOnlyTheNamedOnes() throws IOException {
    if (refusesUploads() || !checksParts()) {
      return;
    }
    MultipartUploads uploads = store().uploads();
    String id = uploads.create(key("a"), PutOptions.OVERWRITE);
    UploadedPart last = uploads.put(key("a"), id, 9, content("tail"));
    uploads.put(key("a"), id, 5, content("is not named"));
    uploads.put(key("a"), id, 2, content("is replaced"));
    byte[] full = noise(FULL);
    UploadedPart first = uploads.put(key("a"), id, 2, Content.of(full));
    uploads.complete(key("a"), id, List.of(first, last), PutMode.OVERWRITE);
    byte[] all = bytes(key("a"));
    assertThat(all).hasSize(FULL + 4).startsWith(full).endsWith("tail".getBytes());
  }

  @Test
  default void leavesNothingOfAnAbortedUpload() throws IOException {
    if (refusesUploads()) {
      return;
    }
    MultipartUploads uploads = store().uploads();
    String id = uploads.create(key("a"), PutOptions.OVERWRITE);
    UploadedPart part = uploads.put(key("a"), id, 1, content("x"));
    uploads.abort(key("a"), id);
    uploads.abort(key("a"), id);
    // A layer that sent it twice cannot know the outcome of the first attempt.
    assertThatThrownBy(() -> uploads.complete(key("a"), id, List.of(part), PutMode.OVERWRITE))
        .isInstanceOfAny(
            UploadNotFoundException.class,
            OutcomeUnknownException.class,
            checksParts() ? UploadNotFoundException.class : TransientStoreException.class);
    assertThatThrownBy(() -> uploads.put(key("a"), id, 1, content("x")))
        .isInstanceOf(UploadNotFoundException.class);
    assertThatThrownBy(() -> store().head(key("a"))).isInstanceOf(ObjectNotFoundException.class);
    assertThat(pending(key("a"))).doesNotContain(key("a") + " " + id);
  }

  @Test
  default void refusesPartsThatWereNotSent() throws IOException {
    if (refusesUploads() || !checksParts()) {
      return;
    }
    MultipartUploads uploads = store().uploads();
    String id = uploads.create(key("a"), PutOptions.OVERWRITE);
    uploads.put(key("a"), id, 1, content("x"));
    UploadedPart other = new UploadedPart(1, "0123456789abcdef0123456789abcdef", 1);
    assertThatThrownBy(() -> uploads.complete(key("a"), id, List.of(other), PutMode.OVERWRITE))
        .isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store().head(key("a"))).isInstanceOf(ObjectNotFoundException.class);
    uploads.abort(key("a"), id);
  }

  @Test
  default void listsUploadsInProgress() throws IOException {
    if (refusesUploads()) {
      return;
    }
    MultipartUploads uploads = store().uploads();
    String first = uploads.create(key("list/1"), PutOptions.OVERWRITE);
    String second = uploads.create(key("list/2"), PutOptions.OVERWRITE);
    uploads.put(key("list/2"), second, 1, content("x"));
    uploads.create(key("other"), PutOptions.OVERWRITE);
    assertThat(pending(key("list/")))
        .contains(key("list/1") + " " + first, key("list/2") + " " + second)
        .noneMatch(upload -> upload.startsWith(key("other")));
    uploads.abort(key("list/1"), first);
    assertThat(pending(key("list/"))).doesNotContain(key("list/1") + " " + first);
  }

  private List<String> pending(String prefix) throws IOException {
    List<String> pending = new ArrayList<>();
    Optional<UploadListOptions> next = Optional.of(UploadListOptions.under(prefix));
    while (next.isPresent()) {
      UploadListOptions options = next.get();
      UploadPage page = store().uploads().list(options);
      page.uploads().forEach(upload -> pending.add(upload.key() + " " + upload.uploadId()));
      next = page.next().map(options::after);
    }
    return pending;
  }
}
