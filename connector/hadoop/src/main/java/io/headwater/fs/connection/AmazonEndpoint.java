package io.headwater.fs.connection;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of Amazon S3 that is written out, such as {@code s3.eu-west-1.amazonaws.com} (AWS
 * General Reference, "Amazon S3 endpoints").
 */
final class AmazonEndpoint {
  private static final Pattern HOST =
      Pattern.compile(
          "(?:.*\\.)?s3(?:-fips)?(?:[.-]dualstack)?(?:[.-](?<region>[a-z]{2}(?:-[a-z]+)+-\\d+))?"
              + "(?:\\.vpce)?\\.amazonaws\\.com(?:\\.cn)?");

  private AmazonEndpoint() {}

  /** Whether a service is Amazon's. */
  static boolean is(URI endpoint) {
    return match(endpoint).matches();
  }

  /** The region in Amazon's address, or empty if it has none or is another service's. */
  static Optional<String> region(URI endpoint) {
    Matcher host = match(endpoint);
    return host.matches() ? Optional.ofNullable(host.group("region")) : Optional.empty();
  }

  private static Matcher match(URI endpoint) {
    return HOST.matcher(endpoint.getHost().toLowerCase(Locale.ROOT));
  }
}
