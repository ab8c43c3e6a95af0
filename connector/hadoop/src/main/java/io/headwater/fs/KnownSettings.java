package io.headwater.fs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names of all settings, and warnings about unknown names. */
final class KnownSettings {
  private static final Logger LOG = LoggerFactory.getLogger(KnownSettings.class);
  private static final String SERVICE = "swift.service.";

  /** Without {@code fs.headwater.}, and those of Swift's services without the service's name. */
  static final Set<String> NAMES =
      Set.of(
          "block.size",
          "claim.lease",
          "commit.manifest",
          "commit.visibility",
          "connections.max",
          "list.consistent",
          "list.manifest",
          "requests.max",
          "retry.attempts",
          "s3.access.key",
          "s3.acl.default",
          "s3.assumed.role.arn",
          "s3.assumed.role.credentials.provider",
          "s3.assumed.role.external.id",
          "s3.assumed.role.policy",
          "s3.assumed.role.session.duration",
          "s3.assumed.role.session.name",
          "s3.assumed.role.sts.endpoint",
          "s3.assumed.role.sts.endpoint.region",
          "s3.audit.referrer.enabled",
          "s3.audit.referrer.filter",
          "s3.auth.profile.file",
          "s3.auth.profile.name",
          "s3.aws.credentials.provider",
          "s3.ca.file",
          "s3.conditions.atomic",
          "s3.connection.establish.timeout",
          "s3.connection.request.timeout",
          "s3.connection.timeout",
          "s3.create.storage.class",
          "s3.encryption.algorithm",
          "s3.encryption.context",
          "s3.encryption.key",
          "s3.endpoint",
          "s3.path.style.access",
          "s3.proxy.host",
          "s3.proxy.password",
          "s3.proxy.port",
          "s3.proxy.ssl.enabled",
          "s3.proxy.username",
          "s3.region",
          "s3.requester.pays.enabled",
          "s3.secret.key",
          "s3.security.credential.provider.path",
          "s3.session.token",
          "s3.user.agent.prefix",
          "storlets",
          "swift.segment.size",
          "swift.stream.rest",
          "upload.buffer.dir",
          "upload.memory",
          "upload.part.size",
          "upload.policy",
          "upload.threads",
          "upload.whole.size",
          "workers");

  /** The part after {@code fs.headwater.swift.service.SERVICE.}. */
  static final Set<String> OF_SERVICES =
      Set.of("auth.url", "ca.file", "secret.key", "storage.url", "user");

  /** Options of an opened file, and names that the file system itself adds to a configuration. */
  private static final List<String> OTHERS =
      List.of(
          Settings.withoutPrefix(FileOpener.ETAG),
          Settings.withoutPrefix(HeadwaterFileSystem.STORLETS_CAPABILITY),
          Settings.withoutPrefix(MapReduceJobId.DRAWN));

  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private KnownSettings() {}

  /** Whether a setting has this name, without its prefix. */
  static boolean isKnown(String name) {
    return NAMES.contains(name)
        || OTHERS.contains(name)
        || (name.startsWith(SERVICE)
            && OF_SERVICES.stream().anyMatch(each -> name.endsWith("." + each)));
  }

  /**
   * Logs a warning for each setting of a bucket or of all buckets that has no effect, once per
   * process.
   */
  static void warn(Configuration configuration, String bucket) {
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
        + closest(name).map(known -> " Did you mean " + prefix + known + "?").orElse("");
  }

  /** The closest known name, if it differs in at most a third of its letters. */
  private static Optional<String> closest(String name) {
    return NAMES.stream()
        .min(
            Comparator.comparingInt((String known) -> distance(name, known))
                .thenComparing(known -> known))
        .filter(known -> 3 * distance(name, known) <= Math.max(name.length(), known.length()));
  }

  /** Levenshtein's distance: the number of inserted, removed or changed letters. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int i = 0; i <= to.length(); i++) {
      row[i] = i;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
