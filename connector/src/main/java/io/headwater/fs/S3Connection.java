package io.headwater.fs;

import io.headwater.store.Capability;
import io.headwater.store.s3.S3Settings;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** From Hadoop's configuration to what the S3 backend needs to connect. */
final class S3Connection {
  private S3Connection() {}

  /** The S3 settings of a bucket; an S3A user's own are honoured. */
  static S3Settings settings(Settings settings) throws IOException {
    S3Settings defaults = S3Settings.defaults(credentials(settings));
    Optional<URI> endpoint = endpoint(settings);
    // Only AWS is sure to answer to a host name for each bucket.
    boolean pathStyle =
        settings
            .flag("s3.path.style.access", "path.style.access")
            .orElse(endpoint.filter(uri -> !uri.getHost().endsWith("amazonaws.com")).isPresent());
    return new S3Settings(
        endpoint,
        settings.text("s3.region", "endpoint.region").orElse(defaults.region()),
        pathStyle,
        defaults.credentials(),
        settings.count("connections.max", defaults.maxConnections()),
        defaults.connectTimeout(),
        defaults.socketTimeout(),
        defaults.requestTimeout(),
        capabilities(settings, defaults));
  }

  private static Set<Capability> capabilities(Settings settings, S3Settings defaults) {
    if (settings.flag("list.consistent", "").orElse(true)) {
      return defaults.capabilities();
    }
    Set<Capability> lagging = EnumSet.copyOf(defaults.capabilities());
    lagging.remove(Capability.CONSISTENT_LISTING);
    return lagging;
  }

  private static Optional<URI> endpoint(Settings settings) {
    Optional<String> text = settings.text("s3.endpoint", "endpoint");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean plain =
        settings.text("s3.endpoint").isEmpty()
            && !settings.flag("", "connection.ssl.enabled").orElse(true);
    String scheme = plain ? "http://" : "https://";
    String address = text.get().contains("://") ? text.get() : scheme + text.get();
    try {
      URI uri = new URI(address);
      if (uri.getHost() == null) {
        throw new URISyntaxException(address, "no host");
      }
      return Optional.of(uri);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "fs.headwater.s3.endpoint is '" + address + "', which is no URL such as https://host:443",
          e);
    }
  }

  private static AwsCredentialsProvider credentials(Settings settings) throws IOException {
    Optional<String> access = settings.secret("s3.access.key", "access.key");
    Optional<String> secret = settings.secret("s3.secret.key", "secret.key");
    if (access.isEmpty() && secret.isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    if (access.isEmpty() || secret.isEmpty()) {
      throw new IllegalArgumentException(
          "of fs.headwater.s3.access.key and fs.headwater.s3.secret.key only one is set; set both,"
              + " or neither to use the environment's or the machine's credentials");
    }
    Optional<String> token = settings.secret("s3.session.token", "session.token");
    AwsCredentials credentials =
        token.isPresent()
            ? AwsSessionCredentials.create(access.get(), secret.get(), token.get())
            : AwsBasicCredentials.create(access.get(), secret.get());
    return StaticCredentialsProvider.create(credentials);
  }
}
