package io.headwater.store.swift.client;

import io.headwater.store.concurrent.Trace;
import io.headwater.store.content.OpenBodies;
import io.headwater.store.swift.auth.Authenticator;
import io.headwater.store.swift.auth.Grant;
import io.headwater.store.swift.auth.Identity;
import io.headwater.store.swift.auth.KeystoneAuthenticator;
import io.headwater.store.swift.auth.KeystoneIdentity;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.auth.TempAuthenticator;
import io.headwater.store.swift.auth.TokenSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * Sends requests to one account, each once. If Swift refuses the token, the request is sent a
 * second time. Swift checks the token before it does anything else.
 */
public final class SwiftClient implements Closeable {
  private final CloseableHttpClient http;
  private final Duration longestWait;
  private final OpenBodies bodies;
  private final SwiftTransportErrors silences;
  private final AuthExchange exchange;
  private final TokenSource tokens;

  public SwiftClient(SwiftSettings settings) throws IOException {
    http = SwiftClientFactory.create(settings, settings.maxConnections(), OpenBodies.REST);
    bodies = new OpenBodies(settings.maxConnections());
    longestWait = settings.socketTimeout();
    silences = new SwiftTransportErrors();
    exchange = new AuthExchange(settings);
    tokens = new TokenSource(authenticator(settings, exchange), Clock.systemUTC());
  }

  private static Authenticator authenticator(SwiftSettings settings, AuthExchange exchange) {
    Identity identity = settings.identity();
    Clock clock = Clock.systemUTC();
    if (identity instanceof KeystoneIdentity keystone) {
      return new KeystoneAuthenticator(keystone, settings.endpoint(), exchange, clock);
    }
    TempAuthIdentity temporary = (TempAuthIdentity) identity;
    return new TempAuthenticator(temporary, settings.endpoint().endpoint(), exchange, clock);
  }

  /**
   * Returns the response to a request, whatever its status.
   *
   * @param entity the request's body, or null for none. After a refused token it is sent a second
   *     time, if it is repeatable.
   */
  ClassicHttpResponse send(SwiftRequest request, HttpEntity entity) throws IOException {
    Grant grant = grant();
    ClassicHttpResponse response = sendWith(grant, request, entity);
    boolean repeatable = entity == null || entity.isRepeatable();
    if (response.getCode() != HttpStatus.SC_UNAUTHORIZED || !repeatable) {
      return response;
    }
    // Closes the response before the wait for another token, because another thread may need the
    // connection.
    response.close();
    return sendWith(tokens.renewed(grant), request, entity);
  }

  /** The current token and the account's address. */
  public Grant grant() throws IOException {
    return tokens.get();
  }

  private ClassicHttpResponse sendWith(Grant grant, SwiftRequest request, HttpEntity entity)
      throws IOException {
    URI account = grant.storageUrl();
    HttpUriRequestBase sent = new HttpUriRequestBase(request.method(), account);
    sent.setPath(account.getRawPath() + request.path());
    request.headers().forEach(sent::setHeader);
    String trace = Trace.current().word();
    if (!trace.isEmpty()) {
      sent.setHeader(
          "X-Trans-Id-Extra", trace); // Becomes the end of the transaction's name in Swift's logs.
    }
    sent.setHeader(new BasicHeader("X-Auth-Token", grant.token().reveal(), true));
    sent.setEntity(entity);
    if (entity instanceof ChunkedBody body) {
      body.sentBy(sent);
    }
    return open(request.description(), account, request.operation().isRead(), sent);
  }

  /**
   * The path of the API in front of the account's version: empty at Swift, usually {@code /swift}
   * at Ceph's gateway.
   */
  String prefix() throws IOException {
    String path = grant().storageUrl().getRawPath();
    return path.substring(0, Math.max(0, path.indexOf("/v1")));
  }

  /** The cluster's description. It needs no token (Swift API reference, "Discoverability"). */
  ClassicHttpResponse sendInfo() throws IOException {
    URI info = grant().storageUrl().resolve(prefix() + "/info");
    return open("GET " + info, info, true, ClassicRequestBuilder.get(info).build());
  }

  private ClassicHttpResponse open(
      String description, URI address, boolean isRead, ClassicHttpRequest request)
      throws IOException {
    return silences.receive(
        description,
        address,
        isRead,
        () ->
            bodies.send(
                longestWait,
                SwiftTransportErrors::isBusy,
                () -> http.executeOpen(HttpHost.create(address), request, null)));
  }

  /** The response bodies that hold connections. */
  OpenBodies bodies() {
    return bodies;
  }

  @Override
  public void close() throws IOException {
    try (exchange) {
      http.close();
    }
  }
}
