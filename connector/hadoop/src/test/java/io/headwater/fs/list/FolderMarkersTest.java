package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.InterceptedStoreFixture;
import io.headwater.fs.MemoryFileSystem;
import io.headwater.fs.PagedStore;
import io.headwater.store.Capability;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.FaultPlan;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The empty objects with which Stocator, Hadoop's Swift file system, s3fs and s3n mark folders. */
final class FolderMarkersTest extends InterceptedStoreFixture {
  private static final Path TEXT = new Path("/data/text");

  private void put(String key, int length) throws IOException {
    fileSystem.store().put(key, Content.of(new byte[length]), PutOptions.OVERWRITE);
  }

  private void putDataset() throws IOException {
    put("data/text", 0);
    put("data/text/_SUCCESS", 0);
    put("data/text/k=1", 0);
    put("data/text/k=1/part-0", 5);
    put("data/text-copy", 3);
  }

  private static List<String> names(FileStatus[] statuses) {
    return Arrays.stream(statuses)
        .map(each -> each.getPath().getName() + (each.isDirectory() ? "/" : ""))
        .toList();
  }

  @Test
  void anEmptyObjectAboveOthersIsAFolder() throws Exception {
    putDataset();
    assertThat(fileSystem.getFileStatus(TEXT).isDirectory()).isTrue();
    assertThat(names(fileSystem.listStatus(TEXT))).containsExactly("_SUCCESS", "k=1/");
    assertThat(names(fileSystem.listStatus(TEXT.getParent())))
        .containsExactly("text/", "text-copy");
    assertThat(names(fileSystem.globStatus(new Path("/data/*"))))
        .containsExactly("text/", "text-copy");
    assertThat(names(fileSystem.globStatus(new Path("/data/*/k=*/*")))).containsExactly("part-0");
    List<String> files = new ArrayList<>();
    RemoteIterators.foreach(
        fileSystem.listFiles(new Path("/data"), true), each -> files.add(each.getPath().getName()));
    assertThat(files).containsExactlyInAnyOrder("_SUCCESS", "part-0", "text-copy");
    assertThatThrownBy(() -> fileSystem.open(TEXT))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("folder");
  }

  @Test
  void aMarkerIsNoFileOfItsFoldersSummary() throws Exception {
    putDataset();
    ContentSummary summary = fileSystem.getContentSummary(TEXT);
    assertThat(summary.getDirectoryCount()).isEqualTo(2);
    assertThat(summary.getFileCount()).isEqualTo(2);
    assertThat(summary.getLength()).isEqualTo(5);
    ContentSummary all = fileSystem.getContentSummary(TEXT.getParent());
    assertThat(all.getDirectoryCount()).isEqualTo(3);
    assertThat(all.getFileCount()).isEqualTo(3);
  }

  @Test
  void aRenamedFolderTakesItsMarkersAlong() throws Exception {
    putDataset();
    assertThat(fileSystem.rename(TEXT, new Path("/data/moved"))).isTrue();
    assertThat(fileSystem.keys())
        .containsExactly(
            "data/moved",
            "data/moved/_SUCCESS",
            "data/moved/k=1",
            "data/moved/k=1/part-0",
            "data/text-copy");
    assertThat(fileSystem.exists(TEXT)).isFalse();
    assertThat(names(fileSystem.listStatus(new Path("/data/moved"))))
        .containsExactly("_SUCCESS", "k=1/");
  }

  @Test
  void aDeletedFolderLosesItsMarkers() throws Exception {
    putDataset();
    assertThatThrownBy(() -> fileSystem.delete(TEXT, false))
        .isInstanceOf(PathIsNotEmptyDirectoryException.class);
    assertThat(fileSystem.delete(TEXT, true)).isTrue();
    assertThat(fileSystem.keys()).containsExactly("data/text-copy");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void aMarkerMayBeFarFromWhatIsBelowIt(int page) throws Exception {
    for (String key : List.of("a", "a b/x", "a-b", "a-b/x", "a-c", "a.d", "a/b/c", "a/b", "b")) {
      put(key, 0);
    }
    put("a.d/x", 1);
    try (MemoryFileSystem paged =
        MemoryFileSystem.create(new PagedStore(fileSystem.store(), page), FaultPlan.none())) {
      assertThat(names(paged.listStatus(new Path("/"))))
          .containsExactlyInAnyOrder("a/", "a b/", "a-b/", "a-c", "a.d/", "b");
      assertThat(paged.getContentSummary(new Path("/")).getFileCount()).isEqualTo(6);
    }
  }

  @Test
  void whatIsNotEmptyIsNeverHidden() throws Exception {
    put("x", 4);
    put("x/y", 1);
    put("z", 0);
    assertThat(fileSystem.getFileStatus(new Path("/x")).getLen()).isEqualTo(4);
    assertThat(names(fileSystem.listStatus(new Path("/")))).contains("x", "x/", "z");
    assertThat(fileSystem.open(new Path("/x")).readAllBytes()).hasSize(4);
    assertThat(fileSystem.getFileStatus(new Path("/z")).isFile()).isTrue();
    assertThat(fileSystem.open(new Path("/z")).readAllBytes()).isEmpty();
  }

  @Test
  void aFileThatIsNotEmptyCostsOneListing() throws Exception {
    put("data/file", 1);
    put("data/_SUCCESS", 0);
    long before = fileSystem.requests().totalRequests();
    fileSystem.getFileStatus(new Path("/data/file"));
    fileSystem.getFileStatus(new Path("/data/_SUCCESS"));
    assertThat(fileSystem.requests().totalRequests() - before).isEqualTo(2);
    assertThat(fileSystem.requests().requests(Operation.HEAD)).isZero();
  }

  @Test
  void anEmptyFilesTypeIsRequestedOnceUnlessListingsShowIt() throws Exception {
    Path file = new Path("/data/_partition.lst");
    fileSystem.create(file).close();
    long before = fileSystem.requests().requests(Operation.HEAD);
    for (int look = 0; look < 5; look++) {
      assertThat(fileSystem.getFileStatus(file).isFile()).isTrue();
    }
    assertThat(fileSystem.open(file).readAllBytes()).isEmpty();
    boolean isListed = fileSystem.store().capabilities().contains(Capability.LISTED_MEDIA_TYPES);
    assertThat(fileSystem.requests().requests(Operation.HEAD) - before).isEqualTo(isListed ? 0 : 1);
  }

  @Test
  void anEmptyFileIsOpenedWithoutAHead() throws Exception {
    put("data/empty", 0);
    long before = fileSystem.requests().totalRequests();
    assertThat(fileSystem.open(new Path("/data/empty")).readAllBytes()).isEmpty();
    assertThat(fileSystem.requests().totalRequests() - before).as("GET and LIST").isEqualTo(2);
    assertThat(fileSystem.requests().requests(Operation.HEAD)).isZero();
  }

  @Test
  void aMarkerOfOldS3nIsItsFolder() throws Exception {
    put("old/a_$folder$", 0);
    put("old/a/x", 1);
    put("old/b_$folder$", 0);
    assertThat(names(fileSystem.listStatus(new Path("/old")))).containsExactly("a/");
    assertThat(fileSystem.getFileStatus(new Path("/old/b")).isDirectory()).isTrue();
    assertThat(fileSystem.listStatus(new Path("/old/b"))).isEmpty();
    assertThat(fileSystem.getContentSummary(new Path("/old")).getFileCount()).isEqualTo(1);
    assertThat(fileSystem.getContentSummary(new Path("/old")).getDirectoryCount()).isEqualTo(2);
    assertThat(fileSystem.rename(new Path("/old/b"), new Path("/old/c"))).isTrue();
    assertThat(fileSystem.delete(new Path("/old/a"), true)).isTrue();
    assertThat(fileSystem.keys()).containsExactly("old/c_$folder$");
  }

  @Test
  void whatEndsInASlashIsAMarkerOfItsFolder() throws Exception {
    put("console/", 0);
    put("console/sub/", 0);
    put("console/file", 2);
    assertThat(names(fileSystem.listStatus(new Path("/console")))).containsExactly("file", "sub/");
    assertThat(fileSystem.rename(new Path("/console"), new Path("/other"))).isTrue();
    assertThat(fileSystem.keys()).containsExactly("other/", "other/file", "other/sub/");
    assertThat(fileSystem.delete(new Path("/other"), true)).isTrue();
    assertThat(fileSystem.keys()).isEmpty();
  }
}
