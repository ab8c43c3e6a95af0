package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.attempt.TemporaryKey;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.upload.ObjectWriter;
import io.headwater.store.upload.UploadResources;
import io.headwater.store.upload.UploadSettings;
import io.headwater.store.upload.WritePolicy;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is pending while attempts start and end. */
class PendingOutputTest {
  private static final String FIRST =
      "out/_temporary/0/_temporary/attempt_200707121733_0003_m_000005_0";
  private static final String SECOND =
      "out/_temporary/0/_temporary/attempt_200707121733_0003_m_000005_1";

  @TempDir Path folder;
  private final ObjectStore store = new MemoryStore("pending");
  private final WorkerPool workers = new WorkerPool("pending", 2);
  private final PendingOutput pending = new PendingOutput();

  @Test
  void aPartIsATargetAsLongAsAnyAttemptIsToPublishIt() throws Exception {
    add(FIRST + "/p=1/part");
    add(SECOND + "/p=1/part");
    assertThat(pending.isTarget("out/p=1/part")).isTrue();
    assertThat(pending.isFolderOfTarget("out/p=1")).isTrue();

    pending.discard(FIRST, store, workers);
    assertThat(pending.isTarget("out/p=1/part")).isTrue();

    pending.discard(SECOND, store, workers);
    assertThat(pending.isTarget("out/p=1/part")).isFalse();
    assertThat(pending.isFolderOfTarget("out")).isFalse();
  }

  @Test
  @Timeout(60)
  void isSharedWhileItIsUsedOrHasContent() throws Exception {
    PendingOutput used = PendingOutput.shared("used");
    PendingOutput.shared("filled").addFolder("a/b");
    WeakReference<PendingOutput> unused = new WeakReference<>(PendingOutput.shared("unused"));
    while (unused.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
    assertThat(PendingOutput.shared("used")).isSameAs(used);
    assertThat(PendingOutput.shared("filled").isFolder("a")).isTrue();
    PendingOutput.shared("filled").discard("a", store, workers);
  }

  @Test
  void oneThatIsWrittenAgainIsNotedOnce() throws Exception {
    add(FIRST + "/part");
    add(FIRST + "/part");
    String task = "out/_temporary/0/task_200707121733_0003_m_000005";
    assertThat(pending.publish(FIRST, task, workers)).hasSize(1);
    assertThat(pending.isTarget("out/part")).isFalse();
  }

  @Test
  void namesThatBeginAlikeAreOthers() throws Exception {
    add(FIRST + "/part");
    pending.addFolder("a/b");
    assertThat(pending.isTarget("out/par")).isFalse();
    assertThat(pending.isFolderOfTarget("ou")).isFalse();
    assertThat(pending.isFolder("a")).isTrue();
    assertThat(pending.isFolder("a/b")).isTrue();
    assertThat(pending.isFolder("a/")).isFalse();
    assertThat(pending.isFolder("out/_temporary/0")).isTrue();
    assertThat(pending.childNames("out/_temporary/0/_temporary"))
        .containsExactly("attempt_200707121733_0003_m_000005_0");
    assertThat(pending.childNames("a")).containsExactly("b");
  }

  @Test
  void whatIsMovedIsPendingThere() throws Exception {
    add(FIRST + "/part");
    add(SECOND + "/part");
    pending.move(FIRST, SECOND, store);
    assertThat(pending.object(FIRST + "/part")).isEmpty();
    assertThat(pending.object(SECOND + "/part")).isPresent();
    assertThat(pending.isTarget("out/part")).isTrue();
    pending.discard("out", store, workers);
    assertThat(pending.isTarget("out/part")).isFalse();
    assertThat(pending.isFolder("out")).isFalse();
  }

  private void add(String key) throws IOException {
    UploadResources resources =
        new UploadResources(new UploadSettings(WritePolicy.BUFFER, 0, folder, 1 << 20, 5 << 20, 1));
    ObjectWriter writer = ObjectWriter.unnamed(store, resources, PutOptions.OVERWRITE);
    writer.close();
    pending.add(key, TemporaryKey.parse(key).orElseThrow(), writer, store);
  }
}
