package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class UploadResourcesTest {
  private static UploadSettings settings(int threads) {
    return new UploadSettings(WritePolicy.BUFFER, 1 << 20, Path.of("/tmp"), 0, 5 << 20, threads);
  }

  @Test
  @Timeout(60)
  void areSharedWhileTheyAreUsed() throws InterruptedException {
    UploadResources used = UploadResources.shared(settings(1));
    WeakReference<UploadResources> unused =
        new WeakReference<>(UploadResources.shared(settings(2)));
    while (unused.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
    assertThat(UploadResources.shared(settings(1))).isSameAs(used);
    Reference.reachabilityFence(used);
  }
}
