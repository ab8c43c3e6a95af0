package io.headwater.store.swift.auth;

import io.headwater.store.exception.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's Swift configuration: {@code clouds.yaml} and the {@code OS_*} variables. Each is read
 * on request and not cached.
 */
public final class Clouds {
  private final Map<String, String> environment;
  private final CloudsFile file;

  /**
   * @param environment the variables
   * @param folders where {@code clouds.yaml} may be, in order of preference
   */
  Clouds(Map<String, String> environment, List<Path> folders) {
    this.environment = environment;
    this.file = new CloudsFile(environment, folders);
  }

  /** The configuration of this process's user. */
  public static Clouds ofUser() {
    Map<String, String> environment = System.getenv();
    return new Clouds(environment, CloudsFile.usualFolders(environment));
  }

  /**
   * How to reach a cloud.
   *
   * @param caFile certificates to trust instead of the platform's
   */
  public record Cloud(Identity identity, EndpointChoice endpoint, Optional<Path> caFile) {}

  /**
   * A cloud of {@code clouds.yaml}.
   *
   * @throws StoreException if the cloud does not exist, or a setting is missing or unknown
   */
  public Cloud named(String name) throws IOException {
    return cloud(file.cloud(name));
  }

  /**
   * The cloud that the variables specify: by name in OS_CLOUD, or by the other variables.
   *
   * @return empty if they specify none
   */
  public Optional<Cloud> fromVariables() throws IOException {
    String name = environment.getOrDefault("OS_CLOUD", "");
    if (!name.isEmpty()) {
      return Optional.of(named(name));
    }
    Optional<CloudSettings> settings = OpenStackVariables.read(environment);
    return settings.isPresent() ? Optional.of(cloud(settings.get())) : Optional.empty();
  }

  private static Cloud cloud(CloudSettings settings) throws StoreException {
    return new Cloud(settings.identity(), settings.endpoint(), settings.caFile().map(Path::of));
  }
}
