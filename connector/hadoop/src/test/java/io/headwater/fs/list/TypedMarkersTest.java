package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.PagedStore;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.s3.S3ClientFactory;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.RawSwift;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Markers without objects below them. Only their media type distinguishes them from empty files.
 */
@NeedsServer
final class TypedMarkersTest {
  private static final Path MARKED = new Path("/dir");
  private static final String STOCATOR_AND_HADOOP = "application/directory";

  @ParameterizedTest
  @CsvSource({
    "SWIFT,application/directory",
    "VERSITY,application/directory",
    "VERSITY,application/x-directory",
    "VERSITY,httpd/unix-directory"
  })
  void onS3TheTypeMarksAFolder(String name, String type) throws Exception {
    TestServer server = name.equals("SWIFT") ? TestServers.swift() : TestServers.versity();
    try (TestBucket bucket = server.newBucket();
        S3Client client = S3ClientFactory.create(server.settings());
        ServedFileSystem fileSystem = ServedFileSystem.over(bucket.open())) {
      client.putObject(
          put -> put.bucket(bucket.name()).key("dir").contentType(type), RequestBody.empty());
      client.putObject(put -> put.bucket(bucket.name()).key("file"), RequestBody.empty());
      assertIsFolder(fileSystem);
    }
  }

  @Test
  void onSwiftTheTypeMarksAFolder() throws Exception {
    try (TestContainer container = TestServers.swiftNative().newContainer();
        ServedFileSystem fileSystem = ServedFileSystem.over(container.open())) {
      put(container, "dir", STOCATOR_AND_HADOOP);
      put(container, "file", "application/octet-stream");
      FileStatus[] listed = fileSystem.listStatus(new Path("/"));
      assertThat(listed).hasSize(2);
      assertThat(listed[0].isDirectory()).isTrue();
      assertThat(listed[1].isFile()).isTrue();
      assertThat(fileSystem.getContentSummary(new Path("/")).getFileCount()).isEqualTo(1);
      assertIsFolder(fileSystem);
    }
  }

  @Test
  void aMarkerOnAnotherPageThanWhatIsBelowItIsOneFolder() throws Exception {
    try (TestContainer container = TestServers.swiftNative().newContainer();
        ServedFileSystem fileSystem = ServedFileSystem.over(new PagedStore(container.open(), 1))) {
      put(container, "dir", STOCATOR_AND_HADOOP);
      put(container, "dir/x", STOCATOR_AND_HADOOP);
      FileStatus[] listed = fileSystem.listStatus(new Path("/"));
      assertThat(listed).hasSize(1);
      assertThat(listed[0].isDirectory()).isTrue();
    }
  }

  private static void put(TestContainer container, String key, String type) {
    String path = RawSwift.path(container.name(), key);
    container.raw().send("PUT", path, Map.of("Content-Type", type), "");
  }

  private static void assertIsFolder(ServedFileSystem fileSystem) throws IOException {
    assertThat(fileSystem.getFileStatus(MARKED).isDirectory()).isTrue();
    assertThat(fileSystem.getFileStatus(new Path("/file")).isFile()).isTrue();
    assertThat(fileSystem.listStatus(MARKED)).isEmpty();
    assertThatThrownBy(() -> fileSystem.open(MARKED))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("folder");
    assertThat(fileSystem.mkdirs(MARKED)).isTrue();
    assertThatThrownBy(() -> fileSystem.create(MARKED, false))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("folder");
    assertThat(fileSystem.rename(MARKED, new Path("/moved"))).isTrue();
    assertThat(keys(fileSystem)).containsExactly("file", "moved");
    assertThat(fileSystem.getFileStatus(new Path("/moved")).isDirectory()).isTrue();
    assertThat(fileSystem.delete(new Path("/moved"), false)).isTrue();
    assertThat(keys(fileSystem)).containsExactly("file");
  }

  private static List<String> keys(ServedFileSystem fileSystem) throws IOException {
    return fileSystem.store().list(ListOptions.tree("")).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }
}
