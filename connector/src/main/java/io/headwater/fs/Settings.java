package io.headwater.fs;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;

/**
 * The settings of one bucket's file system: {@code fs.headwater.bucket.BUCKET.NAME} before {@code
 * fs.headwater.NAME}. Some have an S3A name as well, which is read when ours is not set: {@code
 * fs.s3a.bucket.BUCKET.NAME}, then {@code fs.s3a.NAME}.
 */
final class Settings {
  private static final String OURS = "fs.headwater.";
  private static final String S3A = "fs.s3a.";

  private final Configuration configuration;
  private final String bucket;

  Settings(Configuration configuration, String bucket) {
    this.configuration = configuration;
    this.bucket = bucket;
  }

  /** The value of a setting, which S3A calls by the second name. */
  Optional<String> text(String name, String s3aName) {
    return names(name, s3aName)
        .map(configuration::getTrimmed)
        .filter(value -> value != null && !value.isEmpty())
        .findFirst();
  }

  /** The value of a setting of ours alone. */
  Optional<String> text(String name) {
    return text(name, "");
  }

  /** A secret, which may stand in a Hadoop credential file. */
  Optional<String> secret(String name, String s3aName) throws IOException {
    for (String each : names(name, s3aName).toList()) {
      char[] value = configuration.getPassword(each);
      if (value != null && value.length > 0) {
        return Optional.of(new String(value).trim());
      }
    }
    return Optional.empty();
  }

  /** A number of bytes, with Hadoop's suffixes k, m, g. */
  long bytes(String name, String unset) {
    String value = text(name).orElse(unset);
    try {
      return StringUtils.TraditionalBinaryPrefix.string2long(value);
    } catch (IllegalArgumentException e) {
      throw invalid(name, value, "a number of bytes such as 8388608 or 8m", e);
    }
  }

  /** A whole number. */
  int count(String name, int unset) {
    String value = text(name).orElse(String.valueOf(unset));
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw invalid(name, value, "a whole number", e);
    }
  }

  /** True or false. */
  Optional<Boolean> flag(String name, String s3aName) {
    return text(name, s3aName).map(value -> parseFlag(name, value));
  }

  private static boolean parseFlag(String name, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(name, value, "true or false", null);
    };
  }

  private static IllegalArgumentException invalid(
      String name, String value, String wanted, Exception cause) {
    return new IllegalArgumentException(
        OURS + name + " is '" + value + "', which is not " + wanted, cause);
  }

  private Stream<String> names(String name, String s3aName) {
    Stream<String> ours = Stream.of(OURS + "bucket." + bucket + "." + name, OURS + name);
    return s3aName.isEmpty()
        ? ours
        : Stream.concat(ours, Stream.of(S3A + "bucket." + bucket + "." + s3aName, S3A + s3aName));
  }
}
