package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.metrics.ProcessCounter;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.RecordedS3;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counters and capabilities of a file system. */
final class FileSystemStatisticsTest {
  private static final Path FILE = new Path("/file");

  private static long count(Object source, String name) {
    IOStatistics statistics = IOStatisticsSupport.retrieveIOStatistics(source);
    return statistics.counters().get(name);
  }

  /** Each kind of request, as received by the server. */
  @Test
  void requests() throws IOException {
    RecordedS3 server = new RecordedS3();
    try (OverWire wire = new OverWire(server);
        HeadwaterFileSystem fileSystem = wire.open()) {
      write(fileSystem, FILE, RecordedS3.CONTENT);
      read(fileSystem);
      fileSystem.delete(FILE, false);
      fileSystem.context().bucket().store().copy("file", "other");
      Map<String, String> kinds =
          Map.of(
              "List", StoreStatisticNames.OBJECT_LIST_REQUEST,
              "PutObject", StoreStatisticNames.OBJECT_PUT_REQUEST,
              "GetObject", StoreStatisticNames.ACTION_HTTP_GET_REQUEST,
              "DeleteObject", StoreStatisticNames.OBJECT_DELETE_REQUEST,
              "CopyObject", StoreStatisticNames.OBJECT_COPY_REQUESTS);
      kinds.forEach(
          (kind, name) ->
              assertThat(count(fileSystem, name)).as(name).isEqualTo(server.requests(kind).size()));
      assertThat(count(fileSystem, StoreStatisticNames.OBJECT_PUT_BYTES))
          .isEqualTo(RecordedS3.CONTENT.length);
    }
  }

  /** Other tests of this process may count at the same time. */
  @Test
  void sumsOfTheProcess() throws IOException {
    RecordedS3 server = new RecordedS3();
    long requests = ProcessCounter.REQUESTS.sum();
    long bytes = ProcessCounter.BYTES_SENT.sum();
    try (OverWire wire = new OverWire(server);
        HeadwaterFileSystem fileSystem = wire.open()) {
      write(fileSystem, FILE, RecordedS3.CONTENT);
      assertThat(ProcessCounter.REQUESTS.sum() - requests)
          .isGreaterThanOrEqualTo(server.requests("PutObject").size());
      assertThat(ProcessCounter.BYTES_SENT.sum() - bytes)
          .isGreaterThanOrEqualTo(RecordedS3.CONTENT.length);
      assertThat(DefaultMetricsSystem.instance().getSource("Headwater")).isNotNull();
    }
  }

  private static void read(FileSystem fileSystem) throws IOException {
    try (FSDataInputStream in = fileSystem.open(FILE)) {
      in.readAllBytes();
    }
    fileSystem.listStatus(new Path("/"));
  }

  private static void write(FileSystem fileSystem, Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(path)) {
      out.write(bytes);
    }
  }

  @NeedsServer
  @Test
  void failures() throws IOException {
    try (RealFileSystem real = new RealFileSystem()) {
      assertThatThrownBy(() -> real.fileSystem.open(new Path("/none")).read())
          .isInstanceOf(FileNotFoundException.class);
      String gets = StoreStatisticNames.ACTION_HTTP_GET_REQUEST;
      assertThat(count(real.fileSystem, gets)).isEqualTo(1);
      assertThat(count(real.fileSystem, gets + ".failures")).isEqualTo(1);
    }
  }

  @NeedsServer
  @Test
  void calls() throws Exception {
    try (RealFileSystem real = new RealFileSystem()) {
      FileSystem fileSystem = real.fileSystem;
      write(fileSystem, FILE, RecordedS3.CONTENT);
      read(fileSystem);
      fileSystem.rename(FILE, new Path("/other"));
      fileSystem.delete(FILE, false);
      fileSystem.mkdirs(new Path("/folder"));
      fileSystem.getFileStatus(new Path("/other"));
      fileSystem.listFiles(new Path("/"), true);
      fileSystem.listLocatedStatus(new Path("/"));
      fileSystem.getContentSummary(new Path("/"));
      fileSystem.openFile(new Path("/other")).build().get().close();
      for (String once :
          new String[] {
            "op_create",
            "op_open",
            "op_list_status",
            "op_rename",
            "op_delete",
            "op_mkdirs",
            "op_get_file_status",
            "op_list_files",
            "op_list_located_status",
            "op_get_content_summary",
            "op_openfile"
          }) {
        assertThat(count(fileSystem, once)).as(once).isEqualTo(1);
      }
      assertThat(count(fileSystem, "op_create_non_recursive")).isZero();
    }
  }

  @NeedsServer
  @Test
  void streams() throws Exception {
    // Hadoop keeps only a weak reference to a thread's context.
    IOStatisticsContext context = IOStatisticsContext.getCurrentIOStatisticsContext();
    context.reset();
    try (RealFileSystem real = new RealFileSystem()) {
      write(real.fileSystem, FILE, new byte[1000]);
      FSDataInputStream in = real.fileSystem.open(FILE);
      in.read(new byte[100], 0, 100);
      in.seek(200);
      in.read(new byte[10], 0, 10);
      in.seek(0);
      in.readVectored(
          List.of(FileRange.createFileRange(0, 50), FileRange.createFileRange(500, 50)),
          ByteBuffer::allocate);
      in.unbuffer();
      Map<String, Long> expected =
          Map.of(
              StreamStatisticNames.STREAM_READ_BYTES, 210L,
              StreamStatisticNames.STREAM_READ_OPERATIONS, 2L,
              StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS, 2L,
              StreamStatisticNames.STREAM_READ_SEEK_FORWARD_OPERATIONS, 1L,
              StreamStatisticNames.STREAM_READ_SEEK_BACKWARD_OPERATIONS, 1L,
              StreamStatisticNames.STREAM_READ_SEEK_BYTES_DISCARDED, 100L,
              StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, 1L,
              StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, 2L,
              StreamStatisticNames.STREAM_READ_UNBUFFERED, 1L);
      expected.forEach((name, value) -> assertThat(count(in, name)).as(name).isEqualTo(value));
      assertThat(count(real.fileSystem, StreamStatisticNames.STREAM_READ_BYTES)).isZero();
      in.close();
      in.close();
      expected.forEach(
          (name, value) -> assertThat(count(real.fileSystem, name)).as(name).isEqualTo(value));
      assertThat(count(real.fileSystem, StreamStatisticNames.STREAM_WRITE_BYTES)).isEqualTo(1000);
      assertThat(context.getIOStatistics().counters())
          .containsEntry(StreamStatisticNames.STREAM_READ_BYTES, 210L)
          .containsEntry(StreamStatisticNames.STREAM_WRITE_BYTES, 1000L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CommonPathCapabilities.ETAGS_AVAILABLE,
        CommonPathCapabilities.FS_MULTIPART_UPLOADER,
        CommonPathCapabilities.FS_PATHHANDLES,
        CommonPathCapabilities.BULK_DELETE,
        CommonPathCapabilities.ABORTABLE_STREAM,
        CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS,
        StreamCapabilities.IOSTATISTICS,
        StreamCapabilities.IOSTATISTICS_CONTEXT,
        StreamCapabilities.VECTOREDIO
      })
  void capabilities(String name) throws IOException {
    try (OverWire wire = new OverWire();
        HeadwaterFileSystem fileSystem = wire.open()) {
      assertThat(fileSystem.hasPathCapability(FILE, name)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME,
        CommonPathCapabilities.FS_APPEND,
        CommonPathCapabilities.FS_CHECKSUMS,
        CommonPathCapabilities.FS_PERMISSIONS,
        CommonPathCapabilities.LEASE_RECOVERABLE
      })
  void capabilitiesThatNoObjectStoreHas(String name) throws IOException {
    try (OverWire wire = new OverWire();
        HeadwaterFileSystem fileSystem = wire.open()) {
      assertThat(fileSystem.hasPathCapability(FILE, name)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listingsThatLag(boolean consistent) throws IOException {
    try (OverWire wire = new OverWire();
        HeadwaterFileSystem fileSystem =
            wire.with("fs.headwater.list.consistent", "" + consistent).open()) {
      assertThat(
              fileSystem.hasPathCapability(
                  FILE, CommonPathCapabilities.DIRECTORY_LISTING_INCONSISTENT))
          .isEqualTo(!consistent);
    }
  }

  /** A file system of a versitygw bucket. */
  private static final class RealFileSystem implements AutoCloseable {
    private final TestBucket bucket;
    private final FileSystem fileSystem;

    RealFileSystem() throws IOException {
      TestServer server = TestServers.versity();
      bucket = server.newBucket();
      Configuration configuration = new Configuration();
      configuration.set("fs.headwater.s3.endpoint", server.endpoint().toString());
      configuration.set("fs.headwater.s3.access.key", server.accessKey());
      configuration.set("fs.headwater.s3.secret.key", server.secretKey());
      fileSystem = FileSystem.newInstance(URI.create("s3://" + bucket.name()), configuration);
    }

    @Override
    public void close() throws IOException {
      fileSystem.close();
      bucket.close();
    }
  }
}
