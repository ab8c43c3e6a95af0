package io.headwater.fs.config;

import java.time.Duration;

/**
 * A setting that users know as {@code fs.headwater.NAME}, {@code fs.s3a.NAME} or both.
 *
 * @param name without {@code fs.headwater.}, or empty if only S3A has it
 * @param s3aName its name in S3A, without {@code fs.s3a.}, or empty
 * @param type the form of its values
 * @param least the least size in bytes, or the least time in milliseconds; 0 for other types
 * @param most the largest size or time
 * @param unset the value of an unset setting, or a text for the documentation if it is derived
 * @param description one line of the reference table
 */
public record Setting(
    String name,
    String s3aName,
    Type type,
    long least,
    long most,
    String unset,
    String description) {
  /** In the name of a setting of Swift services: the service. */
  static final String SERVICE = "SERVICE";

  /** The form of a setting's values. */
  enum Type {
    TEXT,
    LIST,
    URL,
    FILE,
    /** May be in a Hadoop credential file. */
    SECRET,
    /** True or false. */
    FLAG,
    /** A whole number, at least 1. */
    COUNT,
    /** A number of bytes, with Hadoop's suffixes k, m, g. */
    SIZE,
    /** With its unit: ms, s or m. A setting that S3A has may omit it and is in milliseconds. */
    TIME,
    /** One of several words. */
    CHOICE
  }

  static Setting of(Type type, String name, String s3aName, String unset, String description) {
    return new Setting(name, s3aName, type, 0, 0, unset, description);
  }

  static Setting flag(String name, String unset, String description) {
    return of(Type.FLAG, name, "", unset, description);
  }

  static Setting count(String name, String s3aName, int unset, String description) {
    return of(Type.COUNT, name, s3aName, String.valueOf(unset), description);
  }

  static Setting size(String name, long least, long most, String unset, String description) {
    return new Setting(name, "", Type.SIZE, least, most, unset, description);
  }

  static Setting time(
      String name,
      String s3aName,
      Duration least,
      Duration most,
      String unset,
      String description) {
    return new Setting(
        name, s3aName, Type.TIME, least.toMillis(), most.toMillis(), unset, description);
  }

  /** The same setting of a Swift service. */
  public Setting of(String service) {
    return new Setting(
        name.replace(SERVICE, service), s3aName, type, least, most, unset, description);
  }

  /** The form of a size or a time, for messages. */
  String limits() {
    return type == Type.SIZE
        ? "a size from " + size(least) + " to " + size(most) + " bytes, such as " + unset
        : "a time from " + least / 1000 + "s to " + most / 1000 + "s such as " + unset;
  }

  /** This exact number, with the largest suffix that fits. */
  static String size(long bytes) {
    String suffixes = "kmg";
    long rest = bytes;
    int divided = 0;
    while (divided < suffixes.length() && rest > 0 && rest % 1024 == 0) {
      rest /= 1024;
      divided++;
    }
    return divided == 0 ? String.valueOf(rest) : rest + suffixes.substring(divided - 1, divided);
  }
}
