package io.headwater.store.s3;

import io.headwater.store.connection.Secret;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;

/**
 * An HTTP proxy in front of the service.
 *
 * @param address its URL: scheme, host and port
 * @param user credentials, if the proxy requires them
 */
public record S3Proxy(URI address, Optional<User> user) {
  /** A user of a proxy (Basic authentication). */
  public record User(String name, Secret password) {}

  ProxyConfiguration configuration() {
    ProxyConfiguration.Builder proxy =
        ProxyConfiguration.builder()
            .endpoint(address)
            .scheme(address.getScheme())
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false);
    // Authenticates preemptively: a body that the proxy refused once could not be sent again.
    user.ifPresent(
        login ->
            proxy
                .username(login.name())
                .password(login.password().reveal())
                .preemptiveBasicAuthenticationEnabled(true));
    return proxy.build();
  }
}
