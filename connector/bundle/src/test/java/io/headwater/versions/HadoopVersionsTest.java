package io.headwater.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.testing.TestBucket;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar on each version of Hadoop that the build names, with this version's own jars. */
@Tag("server")
final class HadoopVersionsTest {
  private static final long LIMIT_SECONDS = 300;

  private static final List<String> EVERYWHERE =
      List.of(
          "s3",
          "swift",
          "swift2d",
          "cos",
          "conditional create",
          "rename",
          "list",
          "read",
          "FileContext",
          "reflection",
          "job",
          "manifest",
          "delete");

  @TempDir Path folder;

  static Stream<String> versions() {
    return HadoopJars.versions();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void testFilesAndJobsWorkOn(String version) throws IOException, InterruptedException {
    try (TestBucket bucket = TestServers.swift().newBucket()) {
      writeSettings(bucket);
      String output = run(version);
      assertThat(output.lines()).contains("Hadoop " + version);
      List<String> kept =
          output
              .lines()
              .filter(line -> line.startsWith("holds: "))
              .map(line -> line.substring("holds: ".length()))
              .toList();
      List<String> promised = new ArrayList<>(EVERYWHERE);
      if (!version.equals("3.3.4")) {
        promised.add("vectored read");
      }
      assertThat(kept).containsExactlyInAnyOrderElementsOf(promised);
      Path report = Files.createDirectories(Path.of("target", "hadoops")).resolve(version);
      Files.writeString(report, "Hadoop %s: %d promises hold%n".formatted(version, kept.size()));
    }
  }

  /** The settings of docs/get-started/hadoop.md. */
  private void writeSettings(TestBucket bucket) throws IOException {
    TestServer server = bucket.server();
    Configuration settings = new Configuration(false);
    settings.set("fs.defaultFS", "s3://" + bucket.name());
    settings.set("fs.headwater.s3.endpoint", server.endpoint().toString());
    settings.set("fs.headwater.s3.access.key", server.accessKey());
    settings.set("fs.headwater.s3.secret.key", server.secretKey());
    settings.set("fs.AbstractFileSystem.s3.impl", "io.headwater.fs.HeadwaterAbstractFileSystem");
    settings.set(
        "mapreduce.outputcommitter.factory.scheme.s3", "io.headwater.fs.HeadwaterCommitterFactory");
    settings.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    try (OutputStream file = Files.newOutputStream(folder.resolve("core-site.xml"))) {
      settings.writeXml(file);
    }
  }

  private String run(String version) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(File.pathSeparator, classPath(version)),
                HadoopProgram.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean isDone = program.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    program.destroyForcibly();
    String output = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(isDone && program.exitValue() == 0).as(output).isTrue();
    return output;
  }

  private List<String> classPath(String version) {
    Stream<String> ours =
        Stream.of(folder.toString(), "target/headwater-hadoop.jar", "target/test-classes");
    return Stream.concat(ours, HadoopJars.of(version).stream().map(Path::toString)).toList();
  }
}
