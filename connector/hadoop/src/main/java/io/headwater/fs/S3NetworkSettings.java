package io.headwater.fs;

import io.headwater.store.Secret;
import io.headwater.store.s3.S3Network;
import io.headwater.store.s3.S3Proxy;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads the network settings of an S3 service from Hadoop's configuration. */
final class S3NetworkSettings {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private S3NetworkSettings() {}

  static S3Network of(Settings settings) throws IOException {
    S3Network usual = S3Network.DEFAULT;
    return new S3Network(
        settings.count("connections.max", "connection.maximum", usual.maxConnections()),
        settings.time(
            "s3.connection.establish.timeout",
            "connection.establish.timeout",
            usual.connectTimeout(),
            SHORTEST,
            LONGEST),
        settings.time(
            "s3.connection.timeout",
            "connection.timeout",
            usual.socketTimeout(),
            SHORTEST,
            LONGEST),
        settings.time(
            "s3.connection.request.timeout",
            "connection.request.timeout",
            usual.requestTimeout(),
            Duration.ZERO,
            Duration.ofHours(24)),
        proxy(settings),
        settings.text("s3.ca.file").map(Path::of));
  }

  private static Optional<S3Proxy> proxy(Settings settings) throws IOException {
    Optional<Settings.Found> host = settings.find("s3.proxy.host", "proxy.host");
    Optional<Settings.Found> port = settings.find("s3.proxy.port", "proxy.port");
    if (host.isEmpty()) {
      if (port.isPresent()) {
        throw new IllegalArgumentException(
            port.get().name()
                + " is set, but no host: set "
                + settings.nameFor("s3.proxy.host", "proxy.host"));
      }
      return Optional.empty();
    }
    boolean tls = settings.flag("s3.proxy.ssl.enabled", "proxy.ssl.enabled").orElse(false);
    int number = settings.count("s3.proxy.port", "proxy.port", tls ? 443 : 80);
    String address = (tls ? "https://" : "http://") + host.get().value() + ":" + number;
    return Optional.of(new S3Proxy(address(host.get(), address), user(settings)));
  }

  private static URI address(Settings.Found host, String text) {
    try {
      URI address = new URI(text);
      if (host.value().equals(address.getHost())) {
        return address;
      }
      throw new URISyntaxException(text, "no host, or more than that");
    } catch (URISyntaxException e) {
      throw host.isNot("a host's name", e);
    }
  }

  private static Optional<S3Proxy.User> user(Settings settings) throws IOException {
    Optional<String> name = settings.secret("s3.proxy.username", "proxy.username");
    Optional<String> password = settings.secret("s3.proxy.password", "proxy.password");
    if (name.isPresent() != password.isPresent()) {
      throw new IllegalArgumentException(
          "of "
              + settings.nameFor("s3.proxy.username", "proxy.username")
              + " and "
              + settings.nameFor("s3.proxy.password", "proxy.password")
              + " (or S3A's) only one is set; set both or none");
    }
    return name.map(user -> new S3Proxy.User(user, Secret.of(password.get())));
  }
}
