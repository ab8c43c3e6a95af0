package io.headwater.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.s3.S3Store;
import io.headwater.testing.AccessLog;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.Soak;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestSwift;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A bucket of thousands of files with hard names, written through both of Swift's APIs. Each must
 * show and handle the other's files. Pages have 1,000 entries. A page that is requested too early
 * shows only among three. A soak has more files in one folder than 10,000, the size of Swift's own
 * pages.
 */
@NeedsServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ManyNamesContract {
  private static final int FLAT = Soak.size(2_100, 11_500);
  private static final int DEEP = Soak.size(200, 1_000);
  private static final int PAGE = 1_000;

  private final TestServer s3;
  private final TestSwift swift;
  private final TestContainer container;
  private final Map<Api, FileSystem> fileSystems = new EnumMap<>(Api.class);
  private final List<ObjectStore> stores = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(16);

  /** The same service, by both APIs. */
  ManyNamesContract(TestServer s3, TestSwift swift) {
    this.s3 = s3;
    this.swift = swift;
    this.container = swift.newContainer();
  }

  /** The depth of folders below the listed one. */
  private static final int LEVELS = 3;

  /** The API through which a file system reaches the bucket. */
  enum Api {
    S3,
    SWIFT
  }

  @BeforeAll
  void write() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("fs.headwater.s3.endpoint", s3.endpoint().toString());
    configuration.set("fs.headwater.s3.access.key", s3.accessKey());
    configuration.set("fs.headwater.s3.secret.key", s3.secretKey());
    swift.hadoopSettings("test").forEach(configuration::set);
    stores.add(S3Store.open(container.name(), s3.settings()));
    stores.add(container.open());
    fileSystems.put(Api.S3, open("s3://" + container.name(), configuration));
    fileSystems.put(Api.SWIFT, open("swift://" + container.name() + ".test", configuration));
    List<Callable<Void>> writes = new ArrayList<>();
    for (String path : flat()) {
      ObjectStore store = stores.get(writes.size() % stores.size());
      writes.add(() -> put(store, path));
    }
    for (Api api : Api.values()) {
      deep(api, "deep").forEach(path -> writes.add(() -> create(fileSystems.get(api), path)));
    }
    for (Future<Void> each : threads.invokeAll(writes)) {
      each.get();
    }
  }

  /** Sends one request, where a file system sends two. */
  private static Void put(ObjectStore store, String path) throws IOException {
    store.put(path.substring(1), Content.of(path.getBytes(UTF_8)), PutOptions.OVERWRITE);
    return null;
  }

  private static Void create(FileSystem fileSystem, String path) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(new Path(path))) {
      out.write(path.getBytes(UTF_8));
    }
    return null;
  }

  private static FileSystem open(String root, Configuration configuration) throws IOException {
    return FileSystem.newInstance(URI.create(root), configuration);
  }

  private static List<String> all() {
    List<String> all = new ArrayList<>(flat());
    for (Api api : Api.values()) {
      all.addAll(deep(api, "deep"));
    }
    return all;
  }

  private static List<String> flat() {
    return paths("/many/flat/", FLAT);
  }

  private static List<String> deep(Api api, String folder) {
    return paths("/many/" + api + "/" + folder + " %2B+/😀.=?/", DEEP / 2);
  }

  private static List<String> paths(String folder, int count) {
    return IntStream.range(0, count).mapToObj(i -> folder + HardNames.of(i)).toList();
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    for (FileSystem each : fileSystems.values()) {
      each.close();
    }
    for (ObjectStore each : stores) {
      each.close();
    }
    // The container is deleted with the server, because emptying it takes minutes.
  }

  @Order(1)
  @ParameterizedTest
  @EnumSource
  void aTreeIsListedPageAfterPage(Api api) throws Exception {
    List<String> found = new ArrayList<>();
    RemoteIterator<? extends FileStatus> files =
        fileSystems.get(api).listFiles(new Path("/many"), true);
    while (files.hasNext()) {
      // At most the next page is requested while one is read.
      assertThat(requests(container.name(), () -> readPage(files, found)))
          .hasSizeLessThanOrEqualTo(1);
      // The page ends, and only now the next one is processed. The manifest of each folder that the
      // page boundary splits is read too, because its name may be on a later page.
      assertThat(requests(container.name(), files::hasNext)).hasSizeLessThanOrEqualTo(2 + LEVELS);
    }
    assertThat(found).hasSize(FLAT + DEEP).hasSameElementsAs(all());
  }

  /**
   * The requests of a step, or none if the service has no log.
   *
   * @param bucket whose requests count
   */
  abstract List<String> requests(String bucket, AccessLog.Step step) throws Exception;

  private static void readPage(RemoteIterator<? extends FileStatus> files, List<String> found)
      throws IOException {
    for (int left = Math.min(PAGE, FLAT + DEEP - found.size()); left > 0; left--) {
      FileStatus status = files.next();
      String path = status.getPath().toUri().getPath();
      assertThat(status.getLen()).isEqualTo(path.getBytes(UTF_8).length);
      found.add(path);
    }
  }

  @Order(1)
  @ParameterizedTest
  @EnumSource
  void aFolderOfManyPagesIsListed(Api api) throws IOException {
    FileStatus[] children = fileSystems.get(api).listStatus(new Path("/many/flat"));
    assertThat(names(children)).hasSize(FLAT).hasSameElementsAs(flat());
    assertThat(Arrays.stream(children)).allMatch(FileStatus::isFile);
  }

  @Order(1)
  @ParameterizedTest
  @EnumSource
  void eachNameLeadsToItsFile(Api api) throws IOException {
    FileSystem fileSystem = fileSystems.get(api);
    for (String path : flat().subList(0, 150)) {
      assertThat(fileSystem.getFileStatus(new Path(path)).getPath().toUri().getPath())
          .isEqualTo(path);
      try (FSDataInputStream in = fileSystem.open(new Path(path))) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(path);
      }
    }
  }

  @Order(1)
  @ParameterizedTest
  @EnumSource
  void globsMatchNamesAsTheyAre(Api api) throws IOException {
    assertThat(glob(api, "/many/*/*")).contains("/many/S3/deep %2B+").hasSize(FLAT + 2);
    for (String piece : new String[] {" ", "+", "%2F", "😀"}) {
      List<String> matching =
          flat().stream().filter(path -> path.substring(11).contains(piece)).toList();
      assertThat(matching).isNotEmpty();
      assertThat(glob(api, "/many/flat/*" + piece + "*")).hasSameElementsAs(matching);
    }
  }

  private List<String> glob(Api api, String pattern) throws IOException {
    return names(fileSystems.get(api).globStatus(new Path(pattern)));
  }

  private static List<String> names(FileStatus[] statuses) {
    return Arrays.stream(statuses).map(status -> status.getPath().toUri().getPath()).toList();
  }

  @Order(2)
  @ParameterizedTest
  @EnumSource
  void aFolderIsRenamed(Api api) throws IOException {
    FileSystem fileSystem = fileSystems.get(api);
    Path source = new Path("/many/" + api + "/deep %2B+");
    assertThat(fileSystem.rename(source, new Path("/many/" + api + "/moved %2B+"))).isTrue();
    assertThat(fileSystem.exists(source)).isFalse();
    Set<String> found = new HashSet<>();
    RemoteIterator<? extends FileStatus> files =
        fileSystem.listFiles(new Path("/many/" + api), true);
    while (files.hasNext()) {
      found.add(files.next().getPath().toUri().getPath());
    }
    assertThat(found).isEqualTo(Set.copyOf(deep(api, "moved")));
  }

  @Order(3)
  @ParameterizedTest
  @EnumSource
  void aFolderIsDeleted(Api api) throws IOException {
    FileSystem fileSystem = fileSystems.get(api);
    assertThat(fileSystem.delete(new Path("/many/" + api), true)).isTrue();
    assertThat(fileSystem.exists(new Path("/many/" + api))).isFalse();
    assertThat(container.raw().names(container.name()))
        .noneMatch(name -> name.startsWith("many/" + api + "/"));
  }
}
