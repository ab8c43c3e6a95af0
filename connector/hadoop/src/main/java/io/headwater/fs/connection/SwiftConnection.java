package io.headwater.fs.connection;

import io.headwater.fs.config.FileSystemSettings;
import io.headwater.fs.config.Setting;
import io.headwater.fs.config.Settings;
import io.headwater.fs.config.SwiftAccessSettings;
import io.headwater.store.connection.Secret;
import io.headwater.store.swift.auth.Clouds;
import io.headwater.store.swift.auth.Clouds.Cloud;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.client.SwiftSettings;
import io.headwater.store.swift.client.SwiftStreaming;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the settings of a connection to a Swift <em>service</em>, the part after the last dot of
 * {@code swift://container.service/}. They come from Hadoop's configuration, or the user's
 * OpenStack files and variables.
 */
public final class SwiftConnection {
  private SwiftConnection() {}

  /**
   * The settings of a service: {@code fs.headwater.swift.service.NAME.*} if set, or the cloud of
   * that name in {@code clouds.yaml}, or the {@code OS_*} variables.
   */
  public static SwiftSettings settings(Settings settings, String service) throws IOException {
    Optional<String> authUrl = settings.text(SwiftAccessSettings.SERVICE_AUTH_URL.of(service));
    SwiftSettings found =
        authUrl.isPresent()
            ? SwiftSettings.defaults(identity(settings, service, authUrl.get()))
            : SwiftSettings.of(cloud(service));
    Optional<String> storageUrl =
        settings.text(SwiftAccessSettings.SERVICE_STORAGE_URL.of(service));
    if (storageUrl.isPresent()) {
      found = found.withStorageUrl(URI.create(storageUrl.get()));
    }
    Optional<String> caFile = settings.text(SwiftAccessSettings.SERVICE_CA_FILE.of(service));
    if (caFile.isPresent()) {
      found = found.withCaFile(Path.of(caFile.get()));
    }
    int connections = settings.count(FileSystemSettings.CONNECTIONS_MAX);
    return found
        .withBounds(connections, found.connectTimeout(), found.socketTimeout())
        .withConsistentListing(settings.consistentListing())
        .withStreaming(streaming(settings));
  }

  private static SwiftStreaming streaming(Settings settings) {
    return new SwiftStreaming(
        settings.bytes(SwiftAccessSettings.SEGMENT_SIZE),
        settings.time(SwiftAccessSettings.STREAM_REST));
  }

  private static TempAuthIdentity identity(Settings settings, String service, String authUrl)
      throws IOException {
    Setting user = SwiftAccessSettings.SERVICE_USER.of(service);
    // Spark redacts settings with "secret" in their names in its logs.
    Setting key = SwiftAccessSettings.SERVICE_SECRET_KEY.of(service);
    return new TempAuthIdentity(
        URI.create(authUrl),
        settings.text(user).orElseThrow(() -> missing(user)),
        Secret.of(settings.secret(key).orElseThrow(() -> missing(key))));
  }

  private static IllegalArgumentException missing(Setting setting) {
    return new IllegalArgumentException(
        "fs.headwater." + setting.name() + " is not set, but its auth.url is");
  }

  private static Cloud cloud(String service) throws IOException {
    Clouds clouds = Clouds.ofUser();
    try {
      return clouds.named(service);
    } catch (IOException e) {
      Optional<Cloud> variables = clouds.fromVariables();
      return variables.orElseThrow(() -> e);
    }
  }
}
