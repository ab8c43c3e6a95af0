package io.headwater.fs.connection;

import io.headwater.fs.config.FileSystemSettings;
import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.Settings;
import io.headwater.store.connection.Secret;
import io.headwater.store.s3.S3Network;
import io.headwater.store.s3.S3Proxy;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the network settings of an S3 service from Hadoop's configuration. */
public final class S3NetworkSettings {
  private S3NetworkSettings() {}

  /** The network settings of a bucket's connections. */
  public static S3Network of(Settings settings) throws IOException {
    return new S3Network(
        settings.count(FileSystemSettings.CONNECTIONS_MAX),
        settings.time(S3AccessSettings.CONNECTION_ESTABLISH_TIMEOUT),
        settings.time(S3AccessSettings.CONNECTION_TIMEOUT),
        settings.time(S3AccessSettings.CONNECTION_REQUEST_TIMEOUT),
        proxy(settings),
        settings.text(S3AccessSettings.CA_FILE).map(Path::of));
  }

  private static Optional<S3Proxy> proxy(Settings settings) throws IOException {
    Optional<Settings.Found> host = settings.find(S3AccessSettings.PROXY_HOST);
    Optional<Settings.Found> port = settings.find(S3AccessSettings.PROXY_PORT);
    if (host.isEmpty()) {
      if (port.isPresent()) {
        throw new IllegalArgumentException(
            port.get().name()
                + " is set, but no host: set "
                + settings.nameFor(S3AccessSettings.PROXY_HOST));
      }
      return Optional.empty();
    }
    boolean tls = settings.isOn(S3AccessSettings.PROXY_SSL_ENABLED);
    int number = settings.count(S3AccessSettings.PROXY_PORT, tls ? 443 : 80);
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
    Optional<String> name = settings.secret(S3AccessSettings.PROXY_USERNAME);
    Optional<String> password = settings.secret(S3AccessSettings.PROXY_PASSWORD);
    if (name.isPresent() != password.isPresent()) {
      throw new IllegalArgumentException(
          "of "
              + settings.nameFor(S3AccessSettings.PROXY_USERNAME)
              + " and "
              + settings.nameFor(S3AccessSettings.PROXY_PASSWORD)
              + " (or S3A's) only one is set; set both or none");
    }
    return name.map(user -> new S3Proxy.User(user, Secret.of(password.get())));
  }
}
