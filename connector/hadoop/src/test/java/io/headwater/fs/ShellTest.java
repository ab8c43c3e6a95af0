package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.ListOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The messages of {@code hadoop fs} for commands that an object store does not support. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ShellTest {
  @TempDir private Path folder;
  private MemoryFileSystem fileSystem;
  private String errors;

  @BeforeEach
  void open() throws IOException {
    fileSystem = MemoryFileSystem.create();
  }

  private int run(String... words) throws Exception {
    Configuration configuration = new Configuration(false);
    configuration.set("hadoop.tmp.dir", folder.toString());
    TestFileSystems.serve(configuration, fileSystem);
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      return new FsShell(configuration).run(words);
    } finally {
      System.setErr(before);
      errors = printed.toString(StandardCharsets.UTF_8);
    }
  }

  private void put(String key, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    fileSystem.store().put(key, Content.of(bytes), PutOptions.OVERWRITE);
  }

  private List<String> keys() throws IOException {
    return fileSystem.store().list(ListOptions.tree("")).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  private String local(String text) throws IOException {
    return Files.writeString(folder.resolve("local"), text).toUri().getPath();
  }

  @Test
  void aReplicationIsNotWaitedFor() throws Exception {
    put("a", "text");
    assertThat(run("-setrep", "-w", "3", "/a")).isNotZero();
    assertThat(errors).contains("Could not set replication for: /a");
    assertThat(run("-setrep", "-w", "1", "/a")).isZero();
  }

  @Test
  void aNewFileIsAppendedTo() throws Exception {
    assertThat(run("-appendToFile", local("some text"), "/new")).isZero();
    assertThat(run("-test", "-s", "/new")).isZero();
    try (var in = fileSystem.open(new org.apache.hadoop.fs.Path("/new"))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("some text");
    }
  }

  @Test
  void aFileThatHasBytesIsNotAppendedTo() throws Exception {
    put("old", "text");
    assertThat(run("-appendToFile", local("more"), "/old")).isNotZero();
    assertThat(errors).contains("do not support append").contains("/old");
    assertThat(fileSystem.store().head("old").length()).isEqualTo(4);
  }
}
