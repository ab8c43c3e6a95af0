package io.headwater.fs.config;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses file systems in a process where not all of Headwater works. Java and the class path
 * decide, so every process of an application decides alike, from its first file system on.
 *
 * <p>Compiled for Java 8, like the file systems.
 */
public final class Installation {
  private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

  private static final int OLDEST_JAVA = 17;
  private static final String SPARK = "org.apache.spark.SparkContext";
  private static final String NO_BUNDLE =
      "headwater-hadoop.jar is for Hadoop without Spark: Spark writes DataFrames without manifests and"
          + " reads without pushdown. Use the headwater-bundle jar for your version of Spark instead,"
          + " see docs/get-started/spark.md";

  private static final List<InstallationCheck> CHECKS = load();
  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  private Installation() {}

  /** Fails if there is a reason. Logs each {@link InstallationCheck#warning} once per process. */
  public static void check(URI uri) throws IOException {
    Optional<String> reason = refusal();
    if (reason.isPresent()) {
      throw new IOException(bucketOf(uri) + " cannot be used. " + reason.get());
    }
    warning().filter(LOGGED::add).ifPresent(LOG::warn);
  }

  /**
   * Logs the reason once per process, if there is one.
   *
   * @return whether Headwater can be used
   */
  public static boolean report() {
    Optional<String> reason = refusal();
    reason
        .filter(LOGGED::add)
        .ifPresent(
            found ->
                LOG.error(
                    "{}. Paths of Headwater's file systems fail. Other paths are not affected.",
                    found));
    return !reason.isPresent();
  }

  /** Whether this Java can load all of Headwater's classes. */
  public static boolean hasJava() {
    String version = System.getProperty("java.specification.version");
    return !version.startsWith("1.") && Integer.parseInt(version) >= OLDEST_JAVA;
  }

  /** Why Headwater cannot be used in this process and what to do, or empty if it can. */
  public static Optional<String> refusal() {
    if (!hasJava()) {
      return Optional.of(
          String.format(
              "Headwater is not installed: it needs Java %d or newer, and this is Java %s."
                  + " Set JAVA_HOME to a newer Java",
              OLDEST_JAVA, System.getProperty("java.version")));
    }
    return first(InstallationCheck::refusal);
  }

  private static Optional<String> warning() {
    if (CHECKS.isEmpty()) {
      return hasSpark() ? Optional.of(NO_BUNDLE) : Optional.empty();
    }
    return first(InstallationCheck::warning);
  }

  private static Optional<String> first(Function<InstallationCheck, Optional<String>> finding) {
    return CHECKS.stream().map(finding).filter(Optional::isPresent).map(Optional::get).findFirst();
  }

  private static List<InstallationCheck> load() {
    if (!hasJava()) {
      return Collections.emptyList();
    }
    List<InstallationCheck> found = new ArrayList<>();
    ServiceLoader.load(InstallationCheck.class, Installation.class.getClassLoader())
        .forEach(found::add);
    return found;
  }

  private static boolean hasSpark() {
    try {
      Class.forName(SPARK, false, Installation.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** A path's bucket, without keys in front of it. */
  private static String bucketOf(URI uri) {
    String authority = String.valueOf(uri.getAuthority());
    return uri.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1);
  }
}
