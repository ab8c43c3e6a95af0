package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.DatasetJobRun;
import io.headwater.fs.DatasetRows;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.CopyOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.MeterLayer;
import io.headwater.store.memory.MemoryStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What {@code list.manifest} shows of datasets and the objects next to them, and which requests it
 * sends.
 */
final class ManifestListingTest {
  private static final Path ROOT = new Path("s3://bucket/data/out");
  private static final int PARTS = 1200;

  private final MeterLayer store = new MeterLayer(new MemoryStore("bucket"));

  @BeforeEach
  void writeADatasetAndWhatIsBeside() throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (int part = 0; part < PARTS; part++) {
      files.put("p=%d/part-%05d.txt".formatted(part % 3, part), part + "\n");
    }
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.APPEND, files);
    put("data/out/p=1/beside.txt");
    put("data/out/p=9/beside.txt");
    put("data/other/p=1/beside.txt");
  }

  private void put(String key) throws IOException {
    store.put(key, Content.of("beside\n".getBytes()), PutOptions.OVERWRITE);
  }

  private ServedFileSystem reader() throws IOException {
    return ServedFileSystem.over(store, Map.of("fs.headwater.list.manifest", "true"));
  }

  private long lists() {
    return store.snapshot().requests(Operation.LIST);
  }

  private static List<String> names(ServedFileSystem reader, Path folder) throws IOException {
    return Arrays.stream(reader.listStatus(folder)).map(each -> each.getPath().getName()).toList();
  }

  @Test
  void aDatasetIsItsEntries() throws IOException {
    assertThat(new DatasetRows(reader()).bySameWays(ROOT)).hasSize(PARTS).doesNotContain("beside");
    assertThat(new DatasetRows(reader()).bySameWays(new Path(ROOT, "p=1")))
        .hasSize(PARTS / 3)
        .doesNotContain("beside");
    assertThat(names(reader(), ROOT)).containsExactly("_SUCCESS", "p=0", "p=1", "p=2");
  }

  @Test
  void whatIsAppendedIsSeen() throws IOException {
    ServedFileSystem reader = reader();
    assertThat(names(reader, ROOT)).doesNotContain("p=4");
    Map<String, String> more = Map.of("p=4/part-00000.txt", "more\n");
    DatasetJobRun.run(ServedFileSystem.over(store), ROOT, DatasetJobRun.APPEND, more);
    assertThat(names(reader, ROOT)).contains("p=4");
  }

  @Test
  void whatIsAppendedToAPartitionsFolderIsSeenThereBesideTheTables() throws IOException {
    Path folder = new Path(ROOT, "p=1");
    Map<String, String> more = Map.of("part-00000.txt", "more\n");
    DatasetJobRun.run(ServedFileSystem.over(store), folder, DatasetJobRun.APPEND, more);
    assertThat(new DatasetRows(reader()).bySameWays(folder)).hasSize(PARTS / 3 + 1);
  }

  @Test
  void aDatasetThatWasCopiedIsListed() throws IOException {
    for (ObjectInfo object : Listings.objects(store, ListOptions.tree("data/out/"))) {
      String target = object.key().replace("data/out/", "moved/");
      store.copy(object.key(), target, CopyOptions.UNSEEN);
    }
    Path moved = new Path("s3://bucket/moved");
    assertThat(new DatasetRows(reader()).bySameWays(moved)).contains("beside").hasSize(PARTS + 2);
  }

  @Test
  void requestsNoListingOfItsObjects() throws IOException {
    long before = lists();
    assertThat(new DatasetRows(reader()).byTree(ROOT)).hasSize(PARTS);
    assertThat(lists() - before).isEqualTo(1);
    before = lists();
    assertThat(new DatasetRows(reader()).byWalk(ROOT)).hasSize(PARTS);
    assertThat(lists() - before).isEqualTo(1);
  }

  @Test
  void whatHasNoManifestIsListed() throws IOException {
    Path other = new Path("s3://bucket/data/other");
    assertThat(new DatasetRows(reader()).bySameWays(other)).containsExactly("beside");
    assertThat(names(reader(), new Path("s3://bucket/data"))).containsExactly("other", "out");
    assertThatThrownBy(() -> reader().listStatus(new Path(ROOT, "p=none/x")))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void checksTheStoreBeforeADelete() throws IOException {
    Path beside = new Path(ROOT, "p=9");
    assertThatThrownBy(() -> reader().delete(beside, false))
        .isInstanceOf(PathIsNotEmptyDirectoryException.class);
    assertThat(reader().delete(beside, true)).isTrue();
    assertThat(store.list(ListOptions.tree("data/out/p=9/")).objects()).isEmpty();
  }
}
