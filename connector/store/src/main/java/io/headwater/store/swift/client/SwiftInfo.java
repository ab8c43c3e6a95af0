package io.headwater.store.swift.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;

/**
 * The capabilities that a cluster describes (Swift API reference, "Discoverability"). They are
 * requested once, when first needed. A cluster without a description is assumed to have the core
 * only.
 */
public final class SwiftInfo {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SwiftClient client;
  private JsonNode info;
  private volatile boolean gateway;

  public SwiftInfo(SwiftClient client) {
    this.client = client;
  }

  /** The most keys of one bulk delete, or 0 if the cluster has no bulk delete. */
  public int bulkDeleteLimit() throws IOException {
    JsonNode section = read().path("bulk_delete");
    return section.isMissingNode() ? 0 : section.path("max_deletes_per_request").asInt(1000);
  }

  /**
   * Whether the cluster is Ceph's object gateway. It ignores conditions of PUT and COPY, copies a
   * large object's manifest without its bytes, and does not return manifests. A description is
   * requested only if the account's path has a prefix, as it has there by default.
   */
  public boolean isGateway() throws IOException {
    if (!gateway) {
      gateway =
          !client.prefix().isEmpty()
              && !read().path("swift").path("version").asText("2.").startsWith("2.");
    }
    return gateway;
  }

  /** Whether the cluster is known as Ceph's object gateway. Sends no request. */
  public boolean isKnownGateway() {
    return gateway;
  }

  private synchronized JsonNode read() throws IOException {
    if (info != null) {
      return info;
    }
    try (ClassicHttpResponse response = client.sendInfo()) {
      if (response.getCode() == HttpStatus.SC_OK) {
        try (InputStream body = response.getEntity().getContent()) {
          info = JSON.readTree(body.readAllBytes());
        }
      } else if (response.getCode() < HttpStatus.SC_SERVER_ERROR) {
        info = JSON.createObjectNode();
      }
      // A server error says nothing about capabilities. The next call requests them again.
      return info == null ? JSON.createObjectNode() : info;
    }
  }
}
