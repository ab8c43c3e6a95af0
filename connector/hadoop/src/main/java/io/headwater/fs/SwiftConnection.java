package io.headwater.fs;

import static io.headwater.store.upload.UploadSettings.MAXIMUM_LENGTH;

import io.headwater.store.Secret;
import io.headwater.store.swift.SwiftSettings;
import io.headwater.store.swift.SwiftStreaming;
import io.headwater.store.swift.auth.Clouds;
import io.headwater.store.swift.auth.Clouds.Cloud;
import io.headwater.store.swift.auth.TempAuthIdentity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads the settings of a connection to a Swift <em>service</em>, the part after the last dot of
 * {@code swift://container.service/}. They come from Hadoop's configuration, or the user's
 * OpenStack files and variables.
 */
final class SwiftConnection {
  /** In bytes. Shorter segments would only cost requests. */
  private static final long SHORTEST_SEGMENT = 1L << 20;

  private static final Duration SHORTEST_REST = Duration.ofSeconds(1);

  /** Less than Swift's default {@code client_timeout} of 60 s by the longest delay of a check. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(45);

  private SwiftConnection() {}

  /**
   * The settings of a service: {@code fs.headwater.swift.service.NAME.*} if set, or the cloud of
   * that name in {@code clouds.yaml}, or the {@code OS_*} variables.
   */
  static SwiftSettings settings(Settings settings, String service) throws IOException {
    String prefix = "swift.service." + service + ".";
    Optional<String> authUrl = settings.text(prefix + "auth.url");
    SwiftSettings found =
        authUrl.isPresent()
            ? SwiftSettings.defaults(identity(settings, prefix, authUrl.get()))
            : SwiftSettings.of(cloud(service));
    Optional<String> storageUrl = settings.text(prefix + "storage.url");
    if (storageUrl.isPresent()) {
      found = found.withStorageUrl(URI.create(storageUrl.get()));
    }
    Optional<String> caFile = settings.text(prefix + "ca.file");
    if (caFile.isPresent()) {
      found = found.withCaFile(Path.of(caFile.get()));
    }
    int connections = settings.count("connections.max", found.maxConnections());
    return found
        .withBounds(connections, found.connectTimeout(), found.socketTimeout())
        .withConsistentListing(settings.consistentListing())
        .withStreaming(streaming(settings));
  }

  private static SwiftStreaming streaming(Settings settings) {
    return new SwiftStreaming(
        settings.bytes("swift.segment.size", "5g", SHORTEST_SEGMENT, MAXIMUM_LENGTH),
        settings.time("swift.stream.rest", "20s", SHORTEST_REST, LONGEST_REST));
  }

  private static TempAuthIdentity identity(Settings settings, String prefix, String authUrl)
      throws IOException {
    String user = settings.text(prefix + "user").orElseThrow(() -> missing(prefix + "user"));
    // Spark redacts settings with "secret" in their names in its logs.
    String key =
        settings
            .secret(prefix + "secret.key", "")
            .orElseThrow(() -> missing(prefix + "secret.key"));
    return new TempAuthIdentity(URI.create(authUrl), user, Secret.of(key));
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException(
        "fs.headwater." + name + " is not set, but its auth.url is");
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
