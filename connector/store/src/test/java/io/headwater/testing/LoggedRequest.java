package io.headwater.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;

/**
 * A line of the access log of Swift's proxy.
 *
 * @param client its address, or "-" for an internal request of the store
 * @param method the HTTP method
 * @param path with its query, decoded
 * @param status of the response
 * @param headers those that distinguish copies from uploads, one per line
 */
public record LoggedRequest(
    String client, String method, String path, String status, String headers) {
  private static final int CLIENT = 1;
  private static final int METHOD = 2;
  private static final int PATH = 3;
  private static final int STATUS = 4;
  private static final int HEADERS = 8;

  /** The request of a line. */
  public static LoggedRequest parse(String line) {
    String[] fields = line.split(" ");
    return new LoggedRequest(
        fields[CLIENT],
        fields[METHOD],
        decoded(decoded(fields[PATH])),
        fields[STATUS],
        decoded(fields[HEADERS]));
  }

  /** The log escapes each field. A path is escaped twice, because it was sent escaped. */
  private static String decoded(String field) {
    return URLDecoder.decode(field.replace("+", "%2B"), UTF_8);
  }

  /** Whether it is not an internal request between Swift's services. */
  public boolean isOfAClient() {
    return !client.equals("-");
  }

  /** Whether the store copies an object. */
  public boolean copies() {
    return method.equals("COPY") || headers.matches("(?is).*x-(amz-copy-source|copy-from):.*");
  }

  /** Whether it wrote the object with this key. */
  public boolean writes(String key) {
    return method.equals("PUT")
        && status.startsWith("2")
        && path.split("\\?")[0].endsWith("/" + key);
  }

  /** Whether it changes an object below Hadoop's temporary folder. */
  public boolean writesTemporary() {
    return !method.matches("GET|HEAD") && path.contains("_temporary");
  }
}
