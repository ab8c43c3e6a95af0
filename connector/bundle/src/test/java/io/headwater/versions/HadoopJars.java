package io.headwater.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars of Hadoop's versions, in Maven's local repository. The build resolves them. */
final class HadoopJars {
  private HadoopJars() {}

  /** The versions of this run, the oldest first. */
  static Stream<String> versions() {
    return Stream.of(System.getProperty("hadoop.versions").split(" "));
  }

  /** The jars of one version's client. */
  static List<Path> of(String version) {
    return List.of(
        artifact("org/apache/hadoop", "hadoop-client-api", version),
        artifact("org/apache/hadoop", "hadoop-client-runtime", version),
        artifact("org/slf4j", "slf4j-api", System.getProperty("slf4j.version")),
        artifact("commons-logging", "commons-logging", System.getProperty("logging.version")));
  }

  private static Path artifact(String group, String name, String version) {
    Path folder = Path.of(System.getProperty("local.repository"), group, name, version);
    Path jar = folder.resolve(name + "-" + version + ".jar");
    assertThat(jar).exists();
    return jar;
  }
}
