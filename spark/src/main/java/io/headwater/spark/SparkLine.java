package io.headwater.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The line of Spark that a bundle is compiled for, such as 4.2, and all lines that have a bundle. A
 * bundle uses internal classes of Spark, which differ between lines.
 */
record SparkLine(String line, List<String> lines) {

  /** The line of the bundle that has this class. */
  static SparkLine ofBundle() {
    Properties properties = new Properties();
    try (InputStream file = SparkLine.class.getResourceAsStream("bundle.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read bundle.properties of Headwater's bundle", e);
    }
    String lines = properties.getProperty("lines");
    return new SparkLine(properties.getProperty("line"), Arrays.asList(lines.split(" ")));
  }

  /**
   * Why this bundle cannot serve a version of Spark, and what to use instead, or empty if it can.
   *
   * @param version such as 4.2.0
   */
  Optional<String> refusal(String version) {
    if (isOf(line, version)) {
      return Optional.empty();
    }
    String found =
        "Headwater is not installed: its bundle is for Spark %s, and this is Spark %s. "
            .formatted(line, version);
    return Optional.of(
        lines.stream()
            .filter(each -> isOf(each, version))
            .findFirst()
            .map(each -> found + "Use headwater-bundle-" + each + ".jar instead")
            .orElse(found + "There are bundles for Spark " + String.join(", ", lines) + " only"));
  }

  private static boolean isOf(String line, String version) {
    return version.equals(line)
        || version.startsWith(line + ".")
        || version.startsWith(line + "-");
  }
}
