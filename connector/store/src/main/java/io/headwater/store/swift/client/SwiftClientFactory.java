package io.headwater.store.swift.client;

import io.headwater.store.connection.Authorities;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Creates HTTP clients in which one call is one request: no retries, redirects, cookies or
 * compression.
 */
final class SwiftClientFactory {
  /** A connection that was idle for longer is tested before reuse. */
  private static final TimeValue TRUSTED_IDLE = TimeValue.ofSeconds(2);

  /**
   * How long a body waits for {@code 100 Continue}. Before it sends that, Swift checks the token
   * and contacts its object servers. A stream that is sent too early cannot be sent again.
   */
  private static final Http1Config ASKING =
      Http1Config.custom().setWaitForContinueTimeout(Timeout.ofSeconds(30)).build();

  private SwiftClientFactory() {}

  /**
   * A new client, which the caller closes.
   *
   * @param patience how long a request waits for one of the connections
   */
  static CloseableHttpClient create(SwiftSettings settings, int connections, Duration patience)
      throws IOException {
    return HttpClients.custom()
        .setConnectionManager(pool(settings, connections))
        .setDefaultRequestConfig(requests(settings, patience))
        .setRequestExecutor(new HttpRequestExecutor(ASKING, null, null))
        .setUserAgent(userAgent())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .build();
  }

  private static PoolingHttpClientConnectionManager pool(SwiftSettings settings, int connections)
      throws IOException {
    PoolingHttpClientConnectionManagerBuilder pool =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(connections)
            .setMaxConnPerRoute(connections)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                    .setSocketTimeout(Timeout.of(settings.socketTimeout()))
                    .setValidateAfterInactivity(TRUSTED_IDLE)
                    .build());
    Optional<Path> caFile = settings.caFile();
    if (caFile.isPresent()) {
      pool.setTlsSocketStrategy(new DefaultClientTlsStrategy(trusting(caFile.get())));
    }
    return pool.build();
  }

  private static RequestConfig requests(SwiftSettings settings, Duration patience) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(Timeout.of(patience))
        .setResponseTimeout(Timeout.of(settings.socketTimeout()))
        .build();
  }

  private static SSLContext trusting(Path file) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, Authorities.of(file), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has TLS", e);
    }
  }

  /** The version is in the jar's manifest. Classes outside a jar have none. */
  private static String userAgent() {
    String version = SwiftClientFactory.class.getPackage().getImplementationVersion();
    return "Headwater/" + (version == null ? "development" : version);
  }
}
