package io.headwater.fs;

import io.headwater.commit.Lease;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.apache.hadoop.util.StringUtils;

/**
 * The settings of one bucket's file system. {@code fs.headwater.bucket.BUCKET.NAME} takes
 * precedence over {@code fs.headwater.NAME}. Some settings also have an S3A name, which is read if
 * ours is not set: {@code fs.s3a.bucket.BUCKET.NAME}, then {@code fs.s3a.NAME}. A bucket of a
 * Stocator service instead has {@code fs.cos.SERVICE.NAME}, which is more specific than {@code
 * fs.headwater.NAME} and takes precedence over it.
 */
final class Settings {
  static final String OURS = "fs.headwater.";
  private static final String S3A = "fs.s3a.";

  /** Settings with the same name in Stocator and S3A. */
  private static final Set<String> STOCATORS = Set.of("endpoint", "access.key", "secret.key");

  private final Configuration configuration;
  private final BucketName bucket;

  Settings(Configuration configuration, BucketName bucket) {
    this.configuration = configuration;
    this.bucket = bucket;
  }

  /** A setting that is set: its full name and its value. */
  record Found(String name, String value) {
    IllegalArgumentException isNot(String wanted, Exception cause) {
      return new IllegalArgumentException(
          name + " is '" + value + "', which is not " + wanted, cause);
    }
  }

  /** A setting, with its name in S3A. One of the two may be empty. */
  Optional<Found> find(String name, String s3aName) {
    return names(name, s3aName)
        .filter(this::isSetByUser)
        .map(each -> new Found(each, configuration.getTrimmed(each, "")))
        .filter(found -> !found.value().isEmpty())
        .findFirst();
  }

  /** Hadoop itself sets S3A's defaults, which do not apply here. */
  private boolean isSetByUser(String name) {
    String[] sources = configuration.getPropertySources(name);
    return sources == null
        || !Arrays.stream(sources).allMatch(source -> source.endsWith("core-default.xml"));
  }

  /** The value of a setting, with its name in S3A. */
  Optional<String> text(String name, String s3aName) {
    return find(name, s3aName).map(Found::value);
  }

  /** The value of a setting without an S3A name. */
  Optional<String> text(String name) {
    return text(name, "");
  }

  /** Whether a setting was found under a Headwater name. */
  static boolean isOurs(Found found) {
    return found.name().startsWith(OURS);
  }

  /** A Headwater name without its prefix. */
  static String withoutPrefix(String name) {
    return name.substring(OURS.length());
  }

  /** The complete configuration, for other readers. */
  Configuration configuration() {
    return configuration;
  }

  /** The bucket's root in S3A's notation. */
  URI s3aRoot() {
    return URI.create("s3a://" + bucket.bucket());
  }

  /** A secret, which may be in a Hadoop credential file. */
  Optional<String> secret(String name, String s3aName) throws IOException {
    Configuration passwords = withCredentialFiles();
    for (String each : names(name, s3aName).toList()) {
      char[] value = passwords.getPassword(each);
      if (value != null && value.length > 0) {
        return Optional.of(new String(value).trim());
      }
    }
    return Optional.empty();
  }

  /** The bucket's own credential files take precedence over the global ones. */
  private Configuration withCredentialFiles() {
    String path = CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH;
    Optional<String> own =
        text("s3.security.credential.provider.path", "security.credential.provider.path");
    if (own.isEmpty()) {
      return configuration;
    }
    Configuration passwords = new Configuration(configuration);
    String all = configuration.getTrimmed(path, "");
    passwords.set(path, all.isEmpty() ? own.get() : own.get() + "," + all);
    return passwords;
  }

  /** A number of bytes within limits, with Hadoop's suffixes k, m, g. */
  long bytes(String name, String unset, long least, long most) {
    Found found = found(name, unset);
    String wanted = "a size from " + size(least) + " to " + size(most) + " bytes, such as " + unset;
    try {
      return within(least, most, StringUtils.TraditionalBinaryPrefix.string2long(found.value()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw found.isNot(wanted, e);
    }
  }

  /** A whole number, at least 1. */
  int count(String name, int unset) {
    return count(name, "", unset);
  }

  /** A whole number, at least 1, with its name in S3A. */
  int count(String name, String s3aName, int unset) {
    Found found = find(name, s3aName).orElse(new Found(OURS + name, String.valueOf(unset)));
    try {
      return (int) within(1, Integer.MAX_VALUE, Long.parseLong(found.value()));
    } catch (IllegalArgumentException e) {
      throw found.isNot("a whole number from 1 to " + Integer.MAX_VALUE, e);
    }
  }

  /** One of an enumeration's names, in lower case. */
  <E extends Enum<E>> E choice(String name, E unset) {
    Found found = found(name, unset.name().toLowerCase(Locale.ROOT));
    E[] choices = unset.getDeclaringClass().getEnumConstants();
    return Arrays.stream(choices)
        .filter(each -> each.name().equalsIgnoreCase(found.value()))
        .findFirst()
        .orElseThrow(
            () -> found.isNot("one of " + Arrays.toString(choices).toLowerCase(Locale.ROOT), null));
  }

  /** A time within limits, with its unit: ms, s or m. */
  Duration time(String name, String unset, Duration least, Duration most) {
    Found found = found(name, unset);
    try {
      if (!found.value().matches("\\d+(ms|s|m)")) {
        throw new IllegalArgumentException("no number with a unit");
      }
      long millis =
          configuration.getTimeDurationHelper(found.name(), found.value(), TimeUnit.MILLISECONDS);
      return Duration.ofMillis(within(least.toMillis(), most.toMillis(), millis));
    } catch (IllegalArgumentException e) {
      String bounds = least.toSeconds() + "s to " + most.toSeconds() + "s";
      throw found.isNot("a time from " + bounds + " such as " + unset, e);
    }
  }

  /** A time within limits, with its name in S3A. Without a unit, in milliseconds. */
  Duration time(String name, String s3aName, Duration unset, Duration least, Duration most) {
    Optional<Found> found = find(name, s3aName);
    if (found.isEmpty()) {
      return unset;
    }
    try {
      long millis =
          configuration.getTimeDurationHelper(
              found.get().name(), found.get().value(), TimeUnit.MILLISECONDS);
      return Duration.ofMillis(within(least.toMillis(), most.toMillis(), millis));
    } catch (IllegalArgumentException e) {
      String bounds = least.toSeconds() + "s to " + most.toSeconds() + "s";
      throw found.get().isNot("a time from " + bounds, e);
    }
  }

  private Found found(String name, String unset) {
    return find(name, "").orElse(new Found(OURS + name, unset));
  }

  private static long within(long least, long most, long value) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(value + " is out of range");
    }
    return value;
  }

  /** This exact number, with the largest suffix that fits. */
  private static String size(long bytes) {
    String suffixes = "kmg";
    long rest = bytes;
    int divided = 0;
    while (divided < suffixes.length() && rest > 0 && rest % 1024 == 0) {
      rest /= 1024;
      divided++;
    }
    return divided == 0 ? String.valueOf(rest) : rest + suffixes.substring(divided - 1, divided);
  }

  /** True or false. */
  Optional<Boolean> flag(String name, String s3aName) {
    return find(name, s3aName).map(Settings::parseFlag);
  }

  /** Whether listings are declared consistent. */
  boolean consistentListing() {
    return flag("list.consistent", "").orElse(true);
  }

  /** How long a dead writer's claim keeps others from creating its file. */
  Lease lease() {
    return new Lease(time("claim.lease", "90s", Duration.ofSeconds(2), Duration.ofMinutes(10)));
  }

  private static boolean parseFlag(Found found) {
    return switch (found.value().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw found.isNot("true or false", null);
    };
  }

  /** The full name of a setting for this bucket's scheme, for messages. */
  String nameFor(String name, String s3aName) {
    return isStocators() ? stocators(s3aName) : OURS + name;
  }

  private boolean isStocators() {
    return bucket.api() == BucketName.Api.S3 && bucket.service().isPresent();
  }

  private Stream<String> names(String name, String s3aName) {
    assert name.isEmpty() || KnownSettings.isKnown(name) : name + " is not in KnownSettings";
    if (!isStocators()) {
      return Stream.concat(withPrefix(OURS, name), withPrefix(S3A, s3aName));
    }
    return STOCATORS.contains(s3aName)
        ? Stream.of(ofBucket(OURS, name), stocators(s3aName), OURS + name)
        : withPrefix(OURS, name);
  }

  private Stream<String> withPrefix(String prefix, String name) {
    return name.isEmpty() ? Stream.empty() : Stream.of(ofBucket(prefix, name), prefix + name);
  }

  private String ofBucket(String prefix, String name) {
    return prefix + "bucket." + bucket.bucket() + "." + name;
  }

  private String stocators(String s3aName) {
    return "fs.cos." + bucket.service().orElseThrow() + "." + s3aName;
  }
}
