package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.memory.MemoryStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of a completely copied dataset (rule N2), each by its own path. */
final class MovedDatasetTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final Path MOVED = new Path("s3://bucket/moved/here");

  private final MemoryStore store = new MemoryStore("bucket");
  private String committed;
  private String orphan;

  private ServedFileSystem process() throws IOException {
    return ServedFileSystem.over(store);
  }

  @BeforeEach
  void copyDatasetWithAnOrphan() throws IOException {
    DatasetJobRun run = DatasetJobRun.begin(process(), ROOT, DatasetJobRun.APPEND);
    run.runTasks(Map.of("p=1/part-00000.txt", "a\n"));
    committed = run.reported().get(0).key();
    run.seal(7, 7, "p=1/part-00007.txt", "lost\n");
    List<ManifestEntry> lost = run.publish(7, 7);
    orphan = lost.get(0).key();
    run.commit();
    copyDataset();
  }

  private void copyDataset() throws IOException {
    for (ObjectInfo object : store.list(ListOptions.tree("data/out/")).objects()) {
      String key = object.key();
      store.copy(key, key.replace("data/out", "moved/here"), CopyOptions.UNSEEN);
    }
  }

  @Test
  void anEntryIsWhatListingsShow() throws IOException {
    FileStatus listed = process().listStatus(new Path(MOVED, "p=1"))[0];
    FileStatus found = process().getFileStatus(new Path(MOVED, committed));
    assertThat(found).isEqualTo(listed);
    assertThat(found.getLen()).isEqualTo(listed.getLen());
    assertThat(((EtagSource) found).getEtag()).isEqualTo(((EtagSource) listed).getEtag());
    assertThat(new DatasetRows(process()).rowsOf(found)).containsExactly("a");
  }

  @Test
  void aMissingEntryIsNoMissingFile() throws IOException {
    store.delete("moved/here/" + committed);
    Path missing = new Path(MOVED, committed);
    assertThat(process().getFileStatus(missing).getLen()).isEqualTo(2);
    assertThatThrownBy(() -> process().open(missing).read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(committed);
  }

  @Test
  void whatNoManifestHasIsNoFile() throws IOException {
    Path path = new Path(MOVED, orphan);
    assertThat(process().listStatus(path.getParent())).hasSize(1);
    assertThatThrownBy(() -> process().getFileStatus(path))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> process().open(path))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("no manifest lists it");
  }

  @Test
  void whatIsCopiedOutOfItIsAFile() throws IOException {
    store.copy("moved/here/" + orphan, "backup/" + orphan, CopyOptions.UNSEEN);
    Path copy = new Path("s3://bucket/backup/" + orphan);
    FileStatus found = process().getFileStatus(copy);
    assertThat(new DatasetRows(process()).rowsOf(found)).containsExactly("lost");
  }

  @Test
  void itsObjectsStayWhileNoManifestIsListed() throws IOException {
    requireKept(without("_SUCCESS"), "p=1", "so it was not deleted");
    assertThat(new DatasetRows(process()).byTree(MOVED)).containsExactly("a");
  }

  @Test
  void itsObjectsStayWhileADeltaIsNotListed() throws IOException {
    DatasetJobRun.run(process(), ROOT, DatasetJobRun.APPEND, Map.of("p=3/part-00000.txt", "b\n"));
    copyDataset();
    requireKept(without("_SUCCESS.delta."), "p=3", "nothing was renamed");
    assertThat(new DatasetRows(process()).byTree(MOVED)).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whatIsMovedIntoItCountsWhileNoManifestIsListed() throws IOException {
    Path folder = new Path(MOVED, "p=1");
    Path away = new Path("s3://bucket/backup/p=1");
    assertThat(process().rename(folder, away)).isTrue();
    assertThat(without("_SUCCESS").rename(away, folder)).isTrue();
    assertThat(new DatasetRows(process()).byTree(MOVED)).containsExactly("a");
  }

  private void requireKept(ServedFileSystem late, String partition, String message) {
    Path folder = new Path(MOVED, partition);
    assertThatThrownBy(() -> late.delete(folder, true)).hasMessageContaining("nothing was deleted");
    assertThatThrownBy(() -> late.rename(folder, new Path(MOVED, "p=2")))
        .hasMessageContaining(message);
  }

  /** A process whose listings lack some objects of the moved dataset. */
  private ServedFileSystem without(String name) throws IOException {
    return ServedFileSystem.over(
        new ListedBy(
            store,
            (inner, options) -> {
              ListPage page = inner.list(options);
              List<ObjectInfo> listed =
                  page.objects().stream().filter(each -> !each.key().contains(name)).toList();
              return new ListPage(listed, page.prefixes(), page.next());
            }));
  }
}
