package io.headwater.store.s3;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.AwsResponse;

/** Converts between S3's notation and the types of the store interface. */
final class S3Names {
  private S3Names() {}

  /** An entity tag without quotes (RFC 9110, section 8.8.3). */
  static String unquoted(String etag) {
    if (etag == null) {
      return "";
    }
    boolean quoted = etag.length() > 1 && etag.startsWith("\"") && etag.endsWith("\"");
    return quoted ? etag.substring(1, etag.length() - 1) : etag;
  }

  /** An entity tag in quotes. */
  static String quoted(String etag) {
    return '"' + etag + '"';
  }

  /**
   * When the store responded to a write, by its clock. Without that header, the current time. S3
   * sends no Last-Modified for writes.
   */
  static Instant written(AwsResponse response) {
    return Stream.of("Last-Modified", "Date")
        .flatMap(name -> response.sdkHttpResponse().firstMatchingHeader(name).stream())
        .findFirst()
        .map(S3Names::date)
        .orElseGet(Instant::now);
  }

  private static Instant date(String text) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException e) {
      return Instant.now();
    }
  }

  /** User metadata with names in lower case, as in the store interface. */
  static Map<String, String> lowerCased(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue));
  }
}
