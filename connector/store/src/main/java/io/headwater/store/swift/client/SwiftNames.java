package io.headwater.store.swift.client;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/**
 * Converts between Swift's notation in URLs, headers and listings, and the types of the store
 * interface.
 */
public final class SwiftNames {
  private static final String META = "x-object-meta-";

  /**
   * The id of the upload that made a large object. It is set on Ceph's gateway only, which never
   * returns a manifest.
   */
  public static final String UPLOAD = "x-object-meta-headwater-upload";

  /** Metadata that is not the user's. Ceph's gateway adds the first. */
  private static final Set<String> INTERNAL = Set.of("x-object-meta-static-large-object", UPLOAD);

  private static final BitSet PLAIN = new BitSet();
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** The order of listings. {@link String#compareTo} differs from U+E000 on. */
  public static final Comparator<String> BYTE_ORDER =
      Comparator.comparing(
          key -> key.getBytes(StandardCharsets.UTF_8), java.util.Arrays::compareUnsigned);

  static {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        .chars()
        .forEach(PLAIN::set);
  }

  private SwiftNames() {}

  /**
   * A key in a URL's path. Every byte except RFC 3986's unreserved ones and the slash is escaped.
   */
  public static String path(String key) {
    return encoded(key, true);
  }

  /** A value in a URL's query. */
  public static String query(String value) {
    return encoded(value, false);
  }

  private static String encoded(String text, boolean slashes) {
    StringBuilder all = new StringBuilder(text.length() + 16);
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      int value = octet & 0xFF;
      if (PLAIN.get(value) || (slashes && value == '/')) {
        all.append((char) value);
      } else {
        all.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return all.toString();
  }

  /** An entity tag without quotes. Swift quotes only those of large objects. */
  public static String unquoted(String etag) {
    boolean quoted = etag.length() > 1 && etag.startsWith("\"") && etag.endsWith("\"");
    return quoted ? etag.substring(1, etag.length() - 1) : etag;
  }

  /** An entity tag in quotes. */
  public static String quoted(String etag) {
    return '"' + etag + '"';
  }

  /** A header's value, or empty if it is missing. */
  public static String header(HttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null || header.getValue() == null ? "" : header.getValue();
  }

  /** When an object was written, by the store's clock. Without the header, the current time. */
  public static Instant lastModified(HttpResponse response) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(
          header(response, "Last-Modified"), Instant::from);
    } catch (DateTimeException e) {
      return Instant.now();
    }
  }

  /**
   * Parses a listing's {@code last_modified}: UTC in microseconds, without a zone. Rounded up to
   * whole seconds, it equals Last-Modified. Ceph's gateway adds a Z.
   */
  public static Instant listed(String time) {
    Instant exact = LocalDateTime.parse(time.replaceFirst("Z$", "")).toInstant(ZoneOffset.UTC);
    return exact.getNano() == 0 ? exact : Instant.ofEpochSecond(exact.getEpochSecond() + 1);
  }

  /** User metadata as headers. */
  public static Map<String, String> headers(Map<String, String> metadata) {
    Map<String, String> headers = new HashMap<>();
    metadata.forEach((name, value) -> headers.put(META + name, value));
    return headers;
  }

  /** User metadata from headers, with names in lower case. */
  public static Map<String, String> metadata(HttpResponse response) {
    Map<String, String> metadata = new HashMap<>();
    for (Header header : response.getHeaders()) {
      String name = header.getName().toLowerCase(Locale.ROOT);
      if (name.startsWith(META) && !INTERNAL.contains(name)) {
        metadata.put(name.substring(META.length()), header.getValue());
      }
    }
    return metadata;
  }
}
