package io.headwater.fs.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Parses the address of a service in a setting. */
public final class ServiceAddress {
  private ServiceAddress() {}

  /**
   * The URL in a setting's value, which may omit its scheme.
   *
   * @param scheme the scheme of a value without one, with its colon and slashes
   * @throws IllegalArgumentException if it is no URL of a host
   */
  public static URI parse(Settings.Found found, String scheme) {
    boolean complete = found.value().contains("://");
    try {
      URI uri = new URI(complete ? found.value() : scheme + found.value());
      if (uri.getHost() == null || !uri.getScheme().toLowerCase(Locale.ROOT).matches("https?")) {
        throw new URISyntaxException(found.value(), "no http or https, or no host");
      }
      // The part before the slash of "http//x" is no host.
      String path = uri.getRawPath();
      if (complete ? path.startsWith("//") : !path.isEmpty() && !path.equals("/")) {
        throw new URISyntaxException(found.value(), "a path where none can be");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw found.isNot("a URL such as https://host:443", e);
    }
  }
}
