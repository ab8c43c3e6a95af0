package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.DatasetJobRun;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The message to the reader of a missing or changed entry, about its manifest. */
final class BrokenEntryTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final Map<String, String> ONE = Map.of("part-00000.txt", "a\n");
  private static final String MANIFEST = "data/out/_SUCCESS";
  private static final String OTHER_JOB = "another job has overwritten the dataset";

  private final MemoryStore store = new MemoryStore("bucket");
  private ServedFileSystem reader;
  private FileStatus entry;
  private String key;

  @BeforeEach
  void write() throws IOException {
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.ALL, ONE);
    reader = ServedFileSystem.over(store);
    entry = reader.listStatus(ROOT, path -> path.getName().startsWith("part-"))[0];
    key = entry.getPath().toUri().getPath().substring(1);
  }

  private void put(String object, String text) throws IOException {
    Content content = Content.of(text.getBytes(StandardCharsets.UTF_8));
    store.put(object, content, PutOptions.OVERWRITE);
  }

  private Throwable failure(ServedFileSystem of) {
    Throwable[] thrown = new Throwable[1];
    assertThatThrownBy(
            () -> {
              try (FSDataInputStream in = of.open(entry.getPath())) {
                in.readAllBytes();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining(MANIFEST)
        .satisfies(e -> thrown[0] = e);
    return thrown[0];
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aManifestThatCannotBeRead(boolean gone) throws IOException {
    if (gone) {
      store.delete(key);
    } else {
      put(key, "b\n");
    }
    put(MANIFEST, "{\"headw");
    assertThat(failure(reader))
        .hasMessageContaining(MANIFEST + " begins as a manifest, but it is truncated or not JSON")
        .hasMessageContaining("Restore the object")
        .hasMessageNotContaining(OTHER_JOB);
  }

  @Test
  void aManifestThatAnotherProgramWroteOver() throws IOException {
    store.delete(key);
    put(MANIFEST, "");
    assertThat(failure(reader))
        .hasMessageContaining(key)
        .hasMessageContaining("another program replaced the manifest")
        .hasMessageContaining("Restore it")
        .hasMessageNotContaining(OTHER_JOB);
  }

  @Test
  void aManifestWithAnotherEtag() throws IOException {
    String etag = store.head(key).etag();
    String document;
    try (ObjectBody body = store.get(MANIFEST, GetOptions.WHOLE)) {
      document = new String(body.stream().readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(document).contains(etag);
    put(MANIFEST, document.replace(etag, "0".repeat(etag.length())));
    assertThat(failure(ServedFileSystem.over(store)))
        .hasMessageContaining(key)
        .hasMessageContaining("the manifest is damaged")
        .hasMessageContaining("`headwater verify`")
        .hasMessageNotContaining(OTHER_JOB);
  }

  @Test
  void aDatasetThatAnotherJobOverwrote() throws IOException {
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.ALL, ONE);
    assertThat(failure(reader)).hasMessageContaining(OTHER_JOB);
  }
}
