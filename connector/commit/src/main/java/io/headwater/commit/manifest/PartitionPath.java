package io.headwater.commit.manifest;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The partition in a key's folders, in the notation of Hive and Spark: {@code a=1/b=x%2Fy/}. */
final class PartitionPath {
  private static final String DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__";
  private static final Pattern ESCAPED = Pattern.compile("%([0-9A-Fa-f]{2})");
  private static final int HEXADECIMAL = 16;

  private PartitionPath() {}

  /** The columns' values in the folders' order. Folders of another form are ignored. */
  static Map<String, String> values(String key) {
    Map<String, String> values = new LinkedHashMap<>();
    String[] elements = key.split("/");
    for (int i = 0; i < elements.length - 1; i++) {
      int equals = elements[i].indexOf('=');
      if (equals > 0) {
        String value = elements[i].substring(equals + 1);
        values.put(
            unescaped(elements[i].substring(0, equals)),
            value.equals(DEFAULT_PARTITION) ? null : unescaped(value));
      }
    }
    return values;
  }

  /** Reverses the escapes of org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils. */
  private static String unescaped(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    new String(
                        new byte[] {(byte) Integer.parseInt(found.group(1), HEXADECIMAL)},
                        StandardCharsets.ISO_8859_1)));
  }
}
