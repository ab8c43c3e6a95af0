package io.headwater.commit.manifest;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys of a dataset's manifests. A root's key is empty for the bucket's root. */
public final class ManifestKeys {
  private static final String BASE = "_SUCCESS";
  private static final String DELTA = BASE + ".delta.";
  private static final String CLAIM = BASE + ".claim.";
  private static final String INDEX = BASE + ".deltas";
  private static final String TASKS = BASE + ".tasks/";
  private static final String ID = "\\d{8}T\\d{9}Z-[0-9a-f]{32}";
  private static final Pattern DELTA_NAME = Pattern.compile(Pattern.quote(DELTA) + ID);
  private static final Pattern CLAIM_NAME =
      Pattern.compile(Pattern.quote(CLAIM) + ID + "(?:~\\d+)?");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private ManifestKeys() {}

  /** The key prefix of everything below a root. */
  public static String under(String root) {
    return root.isEmpty() ? "" : root + "/";
  }

  /** The base's key. The keys of all other protocol objects start with it. */
  public static String base(String root) {
    return under(root) + BASE;
  }

  /** The key of a delta. */
  public static String delta(String root, String id) {
    return under(root) + DELTA + id;
  }

  /** The key of the hint that names deltas, for stale listings. */
  public static String deltaIndex(String root) {
    return under(root) + INDEX;
  }

  /** The key prefix of a job's task manifests. */
  public static String tasks(String root, String job) {
    return under(root) + TASKS + job + "/";
  }

  /** A manifest's identifier: its time and its job. */
  public static String id(Instant time, String job) {
    return TIME.format(time) + "-" + job;
  }

  /** The root whose base has this key, if it is a base's key. */
  public static Optional<String> rootOfBase(String key) {
    return name(key).equals(BASE) ? Optional.of(GovernedName.parent(key)) : Optional.empty();
  }

  /** The root of a delta with this key. A delta's name ends in a manifest's identifier. */
  public static Optional<String> rootOfDelta(String key) {
    String name = name(key);
    return name.startsWith(DELTA) && DELTA_NAME.matcher(name).matches()
        ? Optional.of(GovernedName.parent(key))
        : Optional.empty();
  }

  /** The identifier of the delta with this key. */
  public static String deltaId(String key) {
    return name(key).substring(DELTA.length());
  }

  /** Whether a key is a claim's. A claim applies only to its place, so a copy of it has no use. */
  public static boolean isClaim(String key) {
    return CLAIM_NAME.matcher(name(key)).matches();
  }

  /** Whether a key of a root is a protocol object: base, delta, claim and the like. */
  public static boolean isProtocol(String root, String key) {
    return key.equals(base(root)) || key.startsWith(base(root) + ".");
  }

  private static String name(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }
}
