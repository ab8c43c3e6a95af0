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

  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

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
    unknown(configuration, bucket).stream().filter(WARNED::add).forEach(LOG::warn);
  }

  /** A sentence for each setting that has no effect. */
  static Set<String> unknown(Configuration configuration, String bucket) {
    Set<String> sentences = new TreeSet<>();
    for (String name : configuration.getPropsWithPrefix(Settings.OURS).keySet()) {
      String own = "bucket." + bucket + ".";
      String prefix = name.startsWith(own) ? own : "";
      String bare = name.substring(prefix.length());
      if (!bare.startsWith("bucket.") && !isKnown(bare)) {
        sentences.add(sentence(Settings.OURS + prefix, bare));
      }
    }
    return sentences;
  }

  private static String sentence(String prefix, String name) {
    return prefix
        + name
        + " has no effect: there is no such setting."
        + ClosestName.of(name, NAMES)
            .map(known -> " Did you mean " + prefix + known + "?")
            .orElse("");
  }
}
