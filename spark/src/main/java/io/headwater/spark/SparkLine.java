package io.headwater.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The line of Spark that a bundle is compiled for, and all lines that have a bundle. A line is named
 * as its jar, such as 4.2, or 3.5_2.12 with the version of Scala where Spark has two. A bundle uses
 * internal classes of Spark, which differ between lines.
 */
final class SparkLine {
  private static final String SCALA = "2.13";

  private final String jar;
  private final String line;
  private final List<String> lines;

  /**
   * @param jar where the bundle is
   */
  SparkLine(String jar, String line, List<String> lines) {
    this.jar = jar;
    this.line = line;
    this.lines = lines;
  }

  /** The line of the bundle that has this class. */
  static SparkLine ofBundle() {
    Properties properties = new Properties();
    try (InputStream file = SparkLine.class.getResourceAsStream("bundle.properties")) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read bundle.properties of Headwater's bundle", e);
    }
    String lines = properties.getProperty("lines");
    return new SparkLine(
        location(), properties.getProperty("line"), Arrays.asList(lines.split(" ")));
  }

  private static String location() {
    CodeSource source = SparkLine.class.getProtectionDomain().getCodeSource();
    return source == null ? "its bundle" : source.getLocation().getPath();
  }

  /**
   * Why this bundle cannot serve a version of Spark, and what to use instead, or empty if it can.
   *
   * @param spark such as 4.2.0
   * @param scala the version of Spark's Scala, such as 2.13.18
   */
  Optional<String> refusal(String spark, String scala) {
    if (serves(line, spark, scala)) {
      return Optional.empty();
    }
    String found =
        String.format(
            "Headwater is not installed: %s is for Spark %s with Scala %s, and this is Spark %s with Scala %s. ",
            jar, sparkOf(line), scalaOf(line), spark, scala);
    return Optional.of(
        lines.stream()
            .filter(each -> serves(each, spark, scala))
            .findFirst()
            .map(each -> found + "Use headwater-bundle-" + each + ".jar instead")
            .orElse(found + "There are bundles for Spark " + String.join(", ", lines) + " only"));
  }

  private static boolean serves(String line, String spark, String scala) {
    return isOf(sparkOf(line), spark) && isOf(scalaOf(line), scala);
  }

  private static boolean isOf(String line, String version) {
    return version.equals(line)
        || version.startsWith(line + ".")
        || version.startsWith(line + "-");
  }

  private static String sparkOf(String line) {
    return line.split("_")[0];
  }

  private static String scalaOf(String line) {
    return line.contains("_") ? line.split("_")[1] : SCALA;
  }
}
