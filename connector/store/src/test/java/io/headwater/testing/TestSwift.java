package io.headwater.testing;

import io.headwater.store.connection.Secret;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.client.SwiftSettings;
import java.net.URI;
import java.util.Map;

/**
 * A running Swift with TempAuth.
 *
 * @param authUrl its authentication URL
 * @param user as {@code account:user}
 * @param key of the user
 */
public record TestSwift(URI authUrl, String user, String key) {
  /** The settings to reach it. */
  public SwiftSettings settings() {
    return SwiftSettings.defaults(identity(key));
  }

  /** Its user, with a key that may be wrong. */
  public TempAuthIdentity identity(String anyKey) {
    return new TempAuthIdentity(authUrl, user, Secret.of(anyKey));
  }

  /** The Hadoop settings to reach it as a service of {@code swift://container.service/}. */
  public Map<String, String> hadoopSettings(String service) {
    String prefix = "fs.headwater.swift.service." + service + ".";
    return Map.of(
        prefix + "auth.url", authUrl.toString(), prefix + "user", user, prefix + "secret.key", key);
  }

  /** A new container with a random name. */
  public TestContainer newContainer() {
    return TestContainer.create(this);
  }

  @Override
  public String toString() {
    return user + " at " + authUrl;
  }
}
