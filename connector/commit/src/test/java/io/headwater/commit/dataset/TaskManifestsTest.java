package io.headwater.commit.dataset;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.commit.manifest.MalformedManifestException;
import io.headwater.commit.manifest.Manifest;
import io.headwater.store.concurrent.WorkerPool;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TaskManifestsTest {
  private static final String KEY = "data/out/_SUCCESS.tasks/job/task";

  @Test
  void oneThatIsTooLongIsNotRead() throws IOException {
    long length = Manifest.MAXIMUM_LENGTH + 1L;
    ObjectMapper json = new ObjectMapper();
    FixedStore store =
        new FixedStore(
            json.createArrayNode()
                .add(
                    json.createObjectNode()
                        .put("key", KEY)
                        .put("etag", "x")
                        .put("modified", 0)
                        .put("length", length)),
            Set.of());
    TaskManifests tasks = new TaskManifests(store, new WorkerPool("test", 1), "data/out", "job");
    assertThatThrownBy(() -> tasks.read(List.of(KEY)))
        .isInstanceOf(MalformedManifestException.class)
        .hasMessageContaining(KEY + " has " + length + " bytes")
        .hasMessageContaining("Run the job again");
  }
}
