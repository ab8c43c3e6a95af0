package io.headwater.store.swift.client;

import io.headwater.store.swift.auth.Exchange;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * Dedicated connections for authentication. On shared connections, a thread that waits for a token
 * could wait for a connection of another thread that waits for the same token.
 */
final class AuthExchange implements Exchange, Closeable {
  /**
   * One token is fetched at a time. The second connection serves a request right after the first
   * was dropped.
   */
  private static final int CONNECTIONS = 2;

  private final CloseableHttpClient http;
  private final SwiftTransportErrors silences;

  AuthExchange(SwiftSettings settings) throws IOException {
    http = SwiftClientFactory.create(settings, CONNECTIONS, settings.socketTimeout());
    silences = new SwiftTransportErrors();
  }

  @Override
  public Reply send(String method, URI url, Map<String, String> headers, Optional<String> body)
      throws IOException {
    ClassicRequestBuilder request = ClassicRequestBuilder.create(method).setUri(url);
    headers.forEach((name, value) -> request.addHeader(new BasicHeader(name, value, true)));
    body.ifPresent(text -> request.setEntity(new StringEntity(text, ContentType.APPLICATION_JSON)));
    return silences.receive(
        "authentication",
        url,
        true,
        () -> http.execute(HttpHost.create(url), request.build(), AuthExchange::reply));
  }

  private static Reply reply(ClassicHttpResponse response) throws IOException, ParseException {
    Map<String, String> headers = new HashMap<>();
    for (Header header : response.getHeaders()) {
      headers.put(header.getName().toLowerCase(Locale.ROOT), header.getValue());
    }
    HttpEntity entity = response.getEntity();
    return new Reply(
        response.getCode(), headers, entity == null ? "" : EntityUtils.toString(entity));
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
