package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.s3.S3Store;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code cos://} paths with only a Stocator user's settings, on a real server. */
@NeedsServer
final class CosFileSystemTest {
  private final TestServer server = TestServers.versity();
  private final TestBucket bucket = server.newBucket();
  private final Configuration configuration = new Configuration();
  private final Path root = new Path("cos://" + bucket.name() + ".store/");

  CosFileSystemTest() {
    configuration.set("fs.cos.store.endpoint", server.endpoint().toString());
    configuration.set("fs.cos.store.access.key", server.accessKey());
    configuration.set("fs.cos.store.secret.key", server.secretKey());
  }

  @AfterEach
  void close() {
    bucket.close();
  }

  @Test
  void theServiceLoaderKnowsTheScheme() throws IOException {
    Path file = new Path(root, "folder/file");
    try (FileSystem fileSystem = root.getFileSystem(configuration)) {
      assertThat(fileSystem).isInstanceOf(CosFileSystem.class);
      try (FSDataOutputStream out = fileSystem.create(file)) {
        out.writeBytes("text");
      }
      assertThat(fileSystem.listStatus(file.getParent())[0].getPath()).isEqualTo(file);
      assertThat(read(fileSystem, file)).isEqualTo("text");
    }
    try (S3Store store = bucket.open()) {
      assertThat(store.head("folder/file").length()).isEqualTo(4);
    }
  }

  @Test
  void ofTheAttemptsThatStocatorWroteOneIsRead() throws IOException {
    String job = "-attempt_202611201200_0000_m_000000_";
    put("out/_SUCCESS", "");
    put("out/part-00000" + job + "0", "row\n");
    put("out/part-00000" + job + "1", "row\nrow\n");
    Path output = new Path(root, "out");
    try (FileSystem fileSystem = root.getFileSystem(configuration)) {
      List<String> names =
          Arrays.stream(fileSystem.listStatus(output))
              .map(status -> status.getPath().getName())
              .toList();
      assertThat(names).containsExactly("_SUCCESS", "part-00000" + job + "1");
      assertThat(read(fileSystem, new Path(output, "part-00000"))).isEqualTo("row\nrow\n");
    }
  }

  private void put(String key, String text) throws IOException {
    try (S3Store store = bucket.open()) {
      Content content = Content.of(text.getBytes(StandardCharsets.UTF_8));
      store.put(key, content, PutOptions.OVERWRITE);
    }
  }

  private static String read(FileSystem fileSystem, Path file) throws IOException {
    try (FSDataInputStream in = fileSystem.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
