package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import io.headwater.store.layers.StaleListLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What readers see of datasets with objects that are not entries, and of damaged datasets. */
final class DatasetReadingTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final Map<String, String> TWO =
      Map.of("p=1/part-00000.txt", "p=1 a\n", "p=2/part-00001.txt", "p=2 b\n");

  private final MemoryStore store = new MemoryStore("bucket");

  private ServedFileSystem process() throws IOException {
    return ServedFileSystem.over(store);
  }

  private void write(Map<String, String> files) throws IOException {
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.APPEND, files);
  }

  private static List<String> rows(ServedFileSystem reader, Path folder) throws IOException {
    return new DatasetRows(reader).bySameWays(folder);
  }

  private static Path pathOf(ManifestEntry entry) {
    return new Path(ROOT, entry.key());
  }

  @Test
  void hidesWhatALateAttemptPublishesAfterTheJob() throws IOException {
    ServedFileSystem executor = process();
    DatasetJobRun run = DatasetJobRun.begin(process(), ROOT, DatasetJobRun.APPEND);
    run.seal(0, 0, "p=1/part-00000.txt", "p=1 a\n");
    run.seal(0, 1, "p=1/part-00000.txt", "p=1 a\np=1 longer\n");
    run.report(run.publish(0, 0));
    run.commit();
    ServedFileSystem warm = process();
    ContentSummary before = warm.getContentSummary(ROOT);
    assertThat(rows(warm, ROOT)).containsExactly("p=1 a");
    Path late = pathOf(run.publish(0, 1).get(0));

    for (ServedFileSystem reader : List.of(process(), warm, executor)) {
      assertThat(rows(reader, ROOT)).containsExactly("p=1 a");
      assertThat(rows(reader, new Path(ROOT, "p=1"))).containsExactly("p=1 a");
      assertThat(rows(reader, new Path("s3://bucket/"))).containsExactly("p=1 a");
      assertThat(reader.globStatus(new Path(ROOT, "p=*/part-*"))).hasSize(1);
      assertThatThrownBy(() -> reader.getFileStatus(late))
          .isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(() -> reader.open(late))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining("no manifest lists it");
      assertThat(reader.getContentSummary(ROOT).getLength()).isEqualTo(before.getLength());
      assertThat(reader.getContentSummary(ROOT).getFileCount()).isEqualTo(before.getFileCount());
    }
  }

  @Test
  void ofTwoAttemptsTheOneThatTheDriverTookCountsHoweverLongTheOtherIs() throws IOException {
    DatasetJobRun run = DatasetJobRun.begin(process(), ROOT, DatasetJobRun.APPEND);
    run.seal(0, 0, "part-00000.txt", "row\n".repeat(10));
    run.seal(0, 1, "part-00000.txt", "row\n".repeat(12));
    run.report(run.publish(0, 0));
    run.publish(0, 1);
    run.commit();
    assertThat(rows(process(), ROOT)).hasSize(10);
  }

  @Test
  void anAbortedJobLeavesTheDatasetAsItWas() throws IOException {
    write(TWO);
    List<String> keys = keys();
    DatasetJobRun run = DatasetJobRun.begin(process(), ROOT, DatasetJobRun.ALL);
    run.runTasks(TWO);
    run.seal(7, 7, "part-00007.txt", "never published");
    run.abortAttempt(7, 7);
    assertThat(rows(process(), ROOT)).containsExactly("p=1 a", "p=2 b");
    run.abort();
    assertThat(keys()).isEqualTo(keys);
    assertThatThrownBy(run::commit).isInstanceOf(IOException.class);
    assertThat(keys()).isEqualTo(keys);
  }

  /** The store applies PUTs of manifests, but throws an exception with an unknown outcome. */
  private static final class Silent extends Layer {
    private final IOException response;

    Silent(ObjectStore inner, IOException response) {
      super(inner);
      this.response = response;
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }

    @Override
    public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
      ObjectInfo put = super.put(key, content, options);
      if (key.contains("_SUCCESS")) {
        throw response;
      }
      return put;
    }

    @Override
    public ObjectInfo head(String key) throws IOException {
      throw new InterruptedIOException("the thread is to end");
    }
  }

  @Test
  void afterAnUnknownOutcomeNothingIsDeleted() throws IOException {
    for (boolean append : new boolean[] {false, true}) {
      write(TWO);
      ObjectStore silent = new Silent(store, new InterruptedIOException("waiting"));
      DatasetJobRun run =
          DatasetJobRun.begin(
              ServedFileSystem.over(silent),
              ROOT,
              append ? DatasetJobRun.APPEND : DatasetJobRun.ALL);
      run.runTasks(Map.of("p=3/part-00000.txt", "p=3 c\n"));
      assertThatThrownBy(run::commit)
          .isInstanceOf(CommitStateUnknownException.class)
          .hasMessageContaining("othing was deleted");
      run.abort();
      store.head("data/out/" + run.reported().get(0).key());
      assertThat(rows(process(), ROOT)).contains("p=3 c");
    }
  }

  @Test
  void aListingThatLagsChangesNothing() throws IOException {
    StaleListLayer lagging = new StaleListLayer(store);
    ServedFileSystem writer = ServedFileSystem.over(lagging);
    DatasetJobRun.run(writer, ROOT, DatasetJobRun.APPEND, TWO);
    ServedFileSystem warm = ServedFileSystem.over(lagging);
    assertThat(rows(warm, ROOT)).hasSize(2);
    lagging.freeze();
    Map<String, String> more = Map.of("p=1/part-00000.txt", "p=1 c\n", "p=3/d.txt", "p=3 d\n");
    DatasetJobRun.run(writer, ROOT, DatasetJobRun.APPEND, more);
    for (ServedFileSystem reader : List.of(warm, ServedFileSystem.over(lagging))) {
      assertThat(rows(reader, ROOT)).containsExactly("p=1 a", "p=1 c", "p=2 b", "p=3 d");
      assertThat(rows(reader, new Path(ROOT, "p=1"))).containsExactly("p=1 a", "p=1 c");
      Path unlisted = new Path(ROOT, "p=3");
      assertThat(new DatasetRows(reader).byFolders(unlisted)).containsExactly("p=3 d");
      assertThat(new DatasetRows(reader).byTree(unlisted)).containsExactly("p=3 d");
    }
    DatasetJobRun.run(writer, ROOT, DatasetJobRun.ALL, Map.of("p=1/part-00000.txt", "p=1 e\n"));
    for (ServedFileSystem reader : List.of(warm, ServedFileSystem.over(lagging))) {
      assertThat(rows(reader, ROOT)).containsExactly("p=1 e");
      assertThat(rows(reader, new Path(ROOT, "p=1"))).containsExactly("p=1 e");
    }
  }

  /** Swift applies an object's entry in listings a moment after the object exists. */
  @Test
  void aListingMayShowTheLastBaseForAMoment() throws IOException {
    write(TWO);
    ObjectInfo last = store.head("data/out/_SUCCESS");
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.ALL, Map.of("p=1/d.txt", "p=1 d\n"));
    long late = System.nanoTime() + 300_000_000;
    ObjectStore lagging =
        new ListedBy(
            store,
            (inner, options) -> {
              ListPage page = inner.list(options);
              return System.nanoTime() < late
                  ? new ListPage(
                      page.objects().stream()
                          .map(each -> each.key().equals(last.key()) ? last : each)
                          .toList(),
                      page.prefixes(),
                      page.next())
                  : page;
            });
    assertThat(rows(ServedFileSystem.over(lagging), ROOT)).containsExactly("p=1 d");
  }

  /** A store in which a job commits right after each of the first few listings. */
  private final class Overtaken extends Layer {
    private int left;

    Overtaken(int times) {
      super(store);
      left = times;
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }

    @Override
    public ListPage list(ListOptions options) throws IOException {
      ListPage page = super.list(options);
      if (left-- > 0) {
        Map<String, String> next = Map.of("p=1/part-00000.txt", "p=1 " + left + "\n");
        DatasetJobRun.run(process(), ROOT, DatasetJobRun.ALL, next);
      }
      return page;
    }
  }

  @Test
  void readsAgainIfAWriterCommitsBetweenListingAndManifest() throws IOException {
    write(TWO);
    assertThat(new DatasetRows(ServedFileSystem.over(new Overtaken(3))).byTree(ROOT))
        .containsExactly("p=1 0");
    assertThatThrownBy(() -> ServedFileSystem.over(new Overtaken(1000)).listStatus(ROOT))
        .hasMessageContaining("data/out/_SUCCESS")
        .hasMessageContaining("was replaced during each of 20 reads");
  }

  @Test
  void anEntryThatIsGoneOrChangedIsAnErrorThatNamesIt() throws Exception {
    write(TWO);
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.ALL, Map.of("p=1/part-00000.txt", "p=1 a\n"));
    for (boolean gone : new boolean[] {false, true}) {
      ServedFileSystem reader = process();
      FileStatus entry = reader.listStatus(new Path(ROOT, "p=1"))[0];
      String key = entry.getPath().toUri().getPath().substring(1);
      if (gone) {
        store.delete(key);
      } else {
        store.put(key, Content.of("p=1 z\n".getBytes()), PutOptions.OVERWRITE);
      }
      for (ServedFileSystem each : List.of(reader, process())) {
        requireNamed(key, () -> each.open(entry.getPath()));
        requireNamed(key, () -> each.openFile(entry.getPath()).withFileStatus(entry).build().get());
        FileStatus reported = onlyEntry();
        assertThat(reported.getPath()).isEqualTo(entry.getPath());
        assertThat(reported.getLen()).isEqualTo(entry.getLen());
        requireNamed(
            key, () -> each.openFile(reported.getPath()).withFileStatus(reported).build().get());
        requireNamed(
            key,
            () ->
                each.openFile(reported.getPath())
                    .optLong("fs.option.openfile.length", reported.getLen())
                    .build()
                    .get());
      }
    }
  }

  /** The status from a walk of the root, even if the store no longer lists the object. */
  private FileStatus onlyEntry() throws IOException {
    ServedFileSystem walker = process();
    for (FileStatus status : walker.listStatus(ROOT)) {
      if (status.isDirectory()) {
        return walker.listStatus(status.getPath())[0];
      }
    }
    throw new AssertionError("no folder in " + ROOT);
  }

  /** Opens a stream. */
  private interface Open {
    FSDataInputStream open() throws Exception;
  }

  private static void requireNamed(String key, Open open) {
    assertThatThrownBy(
            () -> {
              try (FSDataInputStream in = open.open()) {
                in.readAllBytes();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("data/out/_SUCCESS");
  }

  @Test
  void aManifestThatAnotherProgramWroteOverIsAnError() throws Exception {
    write(TWO);
    Content foreign = Content.of("{}".getBytes());
    store.put("data/out/_SUCCESS", foreign, PutOptions.OVERWRITE);
    ServedFileSystem reader = process();
    for (Path path : List.of(ROOT, new Path(ROOT, "p=1"))) {
      assertThatThrownBy(() -> new DatasetRows(reader).byTree(path))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("data/out/_SUCCESS is no manifest");
    }
    store.put("data/out/_SUCCESS", Content.of("{\"headw".getBytes()), PutOptions.OVERWRITE);
    assertThatThrownBy(() -> reader.listStatus(ROOT)).hasMessageContaining("begins as a manifest");
  }

  @Test
  void neighboursWhoseNamesBeginAlikeDoNotMeet() throws IOException {
    Path ten = new Path("s3://bucket/data/out0");
    DatasetJobRun.run(process(), ten, DatasetJobRun.APPEND, TWO);
    write(Map.of("p=1/part-00000.txt", "p=1 c\n"));
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.ALL, Map.of("part-00000.txt", "d\n"));
    assertThat(rows(process(), ten)).containsExactly("p=1 a", "p=2 b");
    assertThat(rows(process(), ROOT)).containsExactly("d");
  }

  @Test
  void theBucketItselfMayBeADataset() throws IOException {
    Path bucket = new Path("s3://bucket/");
    write(TWO);
    DatasetJobRun.run(
        process(), bucket, DatasetJobRun.APPEND, Map.of("p=é/part-00000.txt", "p=é x\n"));
    assertThat(rows(process(), bucket)).containsExactly("p=1 a", "p=2 b", "p=é x");
    assertThat(rows(process(), new Path(bucket, "p=é"))).containsExactly("p=é x");
    DatasetJobRun.run(process(), bucket, DatasetJobRun.ALL, Map.of("part-00000.txt", "y\n"));
    assertThat(rows(process(), bucket)).containsExactly("y");
  }

  /** Rule N2. */
  @Test
  void aDatasetThatWasMovedWholeStaysWhatItWas() throws IOException {
    write(TWO);
    DatasetJobRun late = DatasetJobRun.begin(process(), ROOT, DatasetJobRun.APPEND);
    late.runTasks(Map.of("p=1/part-00000.txt", "p=1 of a late job\n"));
    for (String key : keys()) {
      store.copy(key, key.replace("data/out", "moved/here"), CopyOptions.UNSEEN);
    }
    Path moved = new Path("s3://bucket/moved/here");
    assertThat(rows(process(), moved)).containsExactly("p=1 a", "p=2 b");
    assertThat(rows(process(), new Path(moved, "p=1"))).containsExactly("p=1 a");
  }

  /** A reader's cache may contain a replaced entry. Reading it is an error. */
  @Test
  void aReplacedEntryIsAnErrorToWhoKnewIt() throws IOException {
    write(TWO);
    ServedFileSystem warm = process();
    Path old = warm.listStatus(new Path(ROOT, "p=1"))[0].getPath();
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.ALL, TWO);
    String key = old.toUri().getPath().substring(1);
    requireNamed(key, () -> warm.open(old));
    assertThat(warm.exists(old)).isFalse();
  }

  private List<String> keys() {
    return store.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }
}
