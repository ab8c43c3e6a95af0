package io.headwater.fs.config;

import static io.headwater.fs.config.Setting.Type.FILE;
import static io.headwater.fs.config.Setting.Type.SECRET;
import static io.headwater.fs.config.Setting.Type.TEXT;
import static io.headwater.fs.config.Setting.Type.URL;

import io.headwater.store.upload.UploadSettings;
import java.time.Duration;
import java.util.List;

/** The settings of access to Swift. */
public final class SwiftAccessSettings {
  /** Shorter segments would only cost requests. */
  public static final Setting SEGMENT_SIZE =
      Setting.size(
          "swift.segment.size",
          1L << 20,
          UploadSettings.MAXIMUM_LENGTH,
          "5g",
          "Streams up to this length are one request.");

  /**
   * The most is less than Swift's default {@code client_timeout} of 60 s, by the longest delay of a
   * check.
   */
  public static final Setting STREAM_REST =
      Setting.time(
          "swift.stream.rest",
          "",
          Duration.ofSeconds(1),
          Duration.ofSeconds(45),
          "20s",
          "How long a stream may pause between two writes.");

  public static final Setting SERVICE_AUTH_URL =
      Setting.of(
          URL,
          "swift.service.SERVICE.auth.url",
          "",
          "`clouds.yaml`, `OS_*`",
          "The URL of v1 authentication. Set all three or none.");

  public static final Setting SERVICE_USER =
      Setting.of(
          TEXT,
          "swift.service.SERVICE.user",
          "",
          "`clouds.yaml`, `OS_*`",
          "The account and user, as `account:user`.");

  public static final Setting SERVICE_SECRET_KEY =
      Setting.of(
          SECRET,
          "swift.service.SERVICE.secret.key",
          "",
          "`clouds.yaml`, `OS_*`",
          "The user's key.");

  public static final Setting SERVICE_STORAGE_URL =
      Setting.of(
          URL,
          "swift.service.SERVICE.storage.url",
          "",
          "from authentication",
          "Another address of the account.");

  public static final Setting SERVICE_CA_FILE =
      Setting.of(
          FILE,
          "swift.service.SERVICE.ca.file",
          "",
          "of Java",
          "Certificates in PEM form to trust.");

  static final List<Setting> ALL =
      List.of(
          SEGMENT_SIZE,
          STREAM_REST,
          SERVICE_AUTH_URL,
          SERVICE_USER,
          SERVICE_SECRET_KEY,
          SERVICE_STORAGE_URL,
          SERVICE_CA_FILE);

  private SwiftAccessSettings() {}
}
