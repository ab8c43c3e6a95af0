package io.headwater.fs.config;

import io.headwater.commit.Lease;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
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
public final class Settings {
  static final String OURS = SettingNames.OURS;

  private final Configuration configuration;
  private final BucketName bucket;
  private final SettingNames names;

  public Settings(Configuration configuration, BucketName bucket) {
    this.configuration = configuration;
    this.bucket = bucket;
    this.names = new SettingNames(bucket);
  }

  /** A setting that is set: its full name and its value. */
  public record Found(String name, String value) {
    public IllegalArgumentException isNot(String wanted, Exception cause) {
      return new IllegalArgumentException(
          name + " is '" + value + "', which is not " + wanted, cause);
    }
  }

  /** A setting, by its own name or by S3A's. */
  public Optional<Found> find(Setting setting) {
    return find(names.of(setting));
  }

  private Optional<Found> find(Stream<String> names) {
    return names
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

  /** The value of a setting. */
  public Optional<String> text(Setting setting) {
    return find(setting).map(Found::value);
  }

  /** The value of a setting, or its default. */
  public String textOrDefault(Setting setting) {
    return text(setting).orElse(setting.unset());
  }

  /** Whether a setting has a value under a Headwater name. */
  public boolean isOurs(Setting setting) {
    return find(names.ofOurs(setting)).isPresent();
  }

  /** Whether a setting was found under a Headwater name. */
  public static boolean isOurs(Found found) {
    return found.name().startsWith(OURS);
  }

  /** A Headwater name without its prefix. */
  static String withoutPrefix(String name) {
    return name.substring(OURS.length());
  }

  /** The complete configuration, for other readers. */
  public Configuration configuration() {
    return configuration;
  }

  /** The bucket's root in S3A's notation. */
  public URI s3aRoot() {
    return URI.create("s3a://" + bucket.bucket());
  }

  /** A secret, which may be in a Hadoop credential file. */
  public Optional<String> secret(Setting setting) throws IOException {
    return secret(names.of(setting));
  }

  /** A secret under a Headwater name. */
  public Optional<String> secretOfOurs(Setting setting) throws IOException {
    return secret(names.ofOurs(setting));
  }

  private Optional<String> secret(Stream<String> names) throws IOException {
    Configuration passwords = withCredentialFiles();
    for (String each : names.toList()) {
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
    Optional<String> own = text(S3CredentialSettings.SECURITY_CREDENTIAL_PROVIDER_PATH);
    if (own.isEmpty()) {
      return configuration;
    }
    Configuration passwords = new Configuration(configuration);
    String all = configuration.getTrimmed(path, "");
    passwords.set(path, all.isEmpty() ? own.get() : own.get() + "," + all);
    return passwords;
  }

  /** A number of bytes within the setting's limits. */
  public long bytes(Setting setting) {
    Found found = found(setting);
    try {
      long bytes = StringUtils.TraditionalBinaryPrefix.string2long(found.value());
      return within(setting.least(), setting.most(), bytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw found.isNot(setting.limits(), e);
    }
  }

  /** A whole number, at least 1. */
  public int count(Setting setting) {
    return count(found(setting));
  }

  /** The same, with a default that depends on other settings. */
  public int count(Setting setting, int unset) {
    return find(setting).map(Settings::count).orElse(unset);
  }

  private static int count(Found found) {
    try {
      return (int) within(1, Integer.MAX_VALUE, Long.parseLong(found.value()));
    } catch (IllegalArgumentException e) {
      throw found.isNot("a whole number from 1 to " + Integer.MAX_VALUE, e);
    }
  }

  /** One of an enumeration's names, in lower case. */
  public <E extends Enum<E>> E choice(Setting setting, Class<E> type) {
    Found found = found(setting);
    E[] choices = type.getEnumConstants();
    return Arrays.stream(choices)
        .filter(each -> each.name().equalsIgnoreCase(found.value()))
        .findFirst()
        .orElseThrow(
            () -> found.isNot("one of " + Arrays.toString(choices).toLowerCase(Locale.ROOT), null));
  }

  /**
   * A time within the setting's limits. Its unit is ms, s or m. As in S3A, a setting that S3A has
   * may omit it, and is in milliseconds.
   */
  public Duration time(Setting setting) {
    Found found = found(setting);
    try {
      if (setting.s3aName().isEmpty() && !found.value().matches("\\d+(ms|s|m)")) {
        throw new IllegalArgumentException("no number with a unit");
      }
      long millis =
          configuration.getTimeDurationHelper(found.name(), found.value(), TimeUnit.MILLISECONDS);
      return Duration.ofMillis(within(setting.least(), setting.most(), millis));
    } catch (IllegalArgumentException e) {
      throw found.isNot(setting.limits(), e);
    }
  }

  private Found found(Setting setting) {
    return find(setting).orElse(new Found(OURS + setting.name(), setting.unset()));
  }

  private static long within(long least, long most, long value) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(value + " is out of range");
    }
    return value;
  }

  /** True or false. */
  public Optional<Boolean> flag(Setting setting) {
    return find(setting).map(Settings::parseFlag);
  }

  /** A flag, or its default. */
  public boolean isOn(Setting setting) {
    return parseFlag(found(setting));
  }

  /** Whether listings are declared consistent. */
  public boolean consistentListing() {
    return isOn(FileSystemSettings.LIST_CONSISTENT);
  }

  /** How long a dead writer's claim keeps others from creating its file. */
  public Lease lease() {
    return new Lease(time(FileSystemSettings.CLAIM_LEASE));
  }

  private static boolean parseFlag(Found found) {
    return switch (found.value().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw found.isNot("true or false", null);
    };
  }

  /** The full name of a setting for this bucket's scheme, for messages. */
  public String nameFor(Setting setting) {
    return names.forMessage(setting);
  }
}
