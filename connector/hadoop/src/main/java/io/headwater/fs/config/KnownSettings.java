package io.headwater.fs.config;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names of all settings, and warnings about unknown names. */
public final class KnownSettings {
  private static final Logger LOG = LoggerFactory.getLogger(KnownSettings.class);

  /** In the order of the reference table. */
  static final List<Setting> ALL =
      Stream.of(
              S3AccessSettings.ALL,
              S3CredentialSettings.ALL,
              FileSystemSettings.ALL,
              SwiftAccessSettings.ALL)
          .flatMap(List::stream)
          .toList();

  private static final Set<String> NAMES =
      ALL.stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());

  /** Of services, the parts before and after the service. */
  private static final List<String[]> OF_SERVICES =
      NAMES.stream()
          .filter(name -> name.contains(Setting.SERVICE))
          .map(name -> name.split(Setting.SERVICE))
          .toList();

  /** Options of an opened file, and names that the file system itself adds to a configuration. */
  private static final List<String> OTHERS =
      List.of(
          Settings.withoutPrefix(OptionNames.ETAG),
          Settings.withoutPrefix(OptionNames.STORLETS_CAPABILITY),
          Settings.withoutPrefix(OptionNames.COMMITTER_JOB));

  private static final Set<Unknown> WARNED = ConcurrentHashMap.newKeySet();

  private KnownSettings() {}

  /** Whether a setting has this name, without its prefix. */
  static boolean isKnown(String name) {
    return NAMES.contains(name)
        || OTHERS.contains(name)
        || OF_SERVICES.stream().anyMatch(each -> isBetween(name, each[0], each[1]));
  }

  private static boolean isBetween(String name, String start, String end) {
    return name.length() > start.length() + end.length()
        && name.startsWith(start)
        && name.endsWith(end);
  }

  /**
   * Logs a warning for each setting of a bucket or of all buckets that has no effect, once per
   * process.
   */
  public static void warn(Configuration configuration, String bucket) {
    names(configuration, bucket)
        .filter(WARNED::add)
        .map(Unknown::sentence)
        .sorted()
        .forEach(LOG::warn);
  }

  /** A sentence for each setting that has no effect. */
  static Set<String> unknown(Configuration configuration, String bucket) {
    return names(configuration, bucket)
        .map(Unknown::sentence)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<Unknown> names(Configuration configuration, String bucket) {
    String own = "bucket." + bucket + ".";
    return configuration.getPropsWithPrefix(Settings.OURS).keySet().stream()
        .map(name -> Unknown.of(name, name.startsWith(own) ? own : ""))
        .filter(each -> !each.name.startsWith("bucket.") && !isKnown(each.name));
  }

  /** The name of a setting that has no effect, without its prefix. */
  private record Unknown(String prefix, String name) {
    static Unknown of(String name, String own) {
      return new Unknown(Settings.OURS + own, name.substring(own.length()));
    }

    /** Slow: compares the name with those of all settings. */
    String sentence() {
      return prefix
          + name
          + " has no effect: there is no such setting."
          + ClosestName.of(name, NAMES)
              .map(known -> " Did you mean " + prefix + known + "?")
              .orElse("");
    }
  }
}
