package io.headwater.store.swift.auth;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwater.store.exception.StoreException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The services in a Keystone token (Identity API v3, "Service catalog"). */
final class Catalogue {
  private static final String SERVICE = "object-store";

  private final JsonNode services;

  /**
   * @param services the token's {@code catalog}
   */
  Catalogue(JsonNode services) {
    this.services = services;
  }

  private record Endpoint(String region, String kind, URI url) {}

  /**
   * Swift's address.
   *
   * @param region may be empty if there is only one
   */
  URI storageUrl(Optional<String> region, EndpointInterface kind) throws StoreException {
    List<Endpoint> all = endpoints();
    List<Endpoint> fitting =
        all.stream()
            .filter(endpoint -> endpoint.kind().equals(kind.inCatalogue()))
            .filter(endpoint -> region.isEmpty() || region.get().equals(endpoint.region()))
            .toList();
    Set<String> regions = new TreeSet<>(fitting.stream().map(Endpoint::region).toList());
    if (regions.size() > 1) {
      throw new StoreException(
          "Keystone's catalogue has object stores in the regions "
              + String.join(", ", regions)
              + "; choose one by region_name in clouds.yaml or by OS_REGION_NAME",
          null);
    }
    if (fitting.isEmpty()) {
      throw new StoreException(nothingFits(region, kind, all), null);
    }
    return withoutSlash(fitting.get(0).url());
  }

  private List<Endpoint> endpoints() {
    List<Endpoint> found = new ArrayList<>();
    for (JsonNode service : services) {
      if (SERVICE.equals(service.path("type").asText())) {
        for (JsonNode endpoint : service.path("endpoints")) {
          String region = endpoint.path("region_id").asText(endpoint.path("region").asText());
          URI url = URI.create(endpoint.path("url").asText());
          found.add(new Endpoint(region, endpoint.path("interface").asText(), url));
        }
      }
    }
    return found;
  }

  private static String nothingFits(
      Optional<String> region, EndpointInterface kind, List<Endpoint> all) {
    String wanted =
        "Keystone's catalogue has no "
            + kind.inCatalogue()
            + " object-store endpoint"
            + region.map(name -> " in region " + name).orElse("");
    if (all.isEmpty()) {
      return wanted + ", and none at all; is the token scoped to a project?";
    }
    List<String> had =
        all.stream().map(endpoint -> endpoint.kind() + " in " + endpoint.region()).toList();
    return wanted + "; it has " + String.join(", ", had);
  }

  static URI withoutSlash(URI url) {
    String text = url.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : url;
  }
}
