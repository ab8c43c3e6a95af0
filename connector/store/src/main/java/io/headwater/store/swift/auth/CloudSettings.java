package io.headwater.store.swift.auth;

import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.auth.KeystoneMethod.ApplicationCredential;
import io.headwater.store.swift.auth.KeystoneMethod.Named;
import io.headwater.store.swift.auth.KeystoneMethod.Password;
import io.headwater.store.swift.auth.KeystoneMethod.Token;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plain settings of one cloud, by their names in {@code clouds.yaml} (openstacksdk,
 * "Configuring OpenStack SDK Applications"), and their interpretation.
 */
final class CloudSettings {
  /** The domain of users and projects that name none, as in every OpenStack client. */
  private static final Named DEFAULT_DOMAIN = Named.byId("default");

  private static final List<String> METHODS =
      List.of(
          "password", "v3password", "token", "v3token", "v3applicationcredential", "v1password");

  private final String origin;
  private final Map<String, String> values;

  /**
   * @param origin the source of the settings, for messages
   * @param values by name; {@code auth.NAME} for those of the auth section
   */
  CloudSettings(String origin, Map<String, String> values) {
    this.origin = origin;
    this.values = Map.copyOf(values);
  }

  Identity identity() throws StoreException {
    URI authUrl = uri("auth.auth_url").orElseThrow(() -> missing("auth_url"));
    String type = get("auth_type").orElse("");
    if (!type.isEmpty() && !METHODS.contains(type)) {
      throw new StoreException(
          origin + ": auth_type " + type + " is not known; known are " + METHODS, null);
    }
    boolean first =
        type.equals("v1password") || get("identity_api_version").filter("1"::equals).isPresent();
    return first
        ? new TempAuthIdentity(authUrl, required("username"), secret("password"))
        : new KeystoneIdentity(authUrl, method(type), scope());
  }

  EndpointChoice endpoint() throws StoreException {
    Optional<String> kind = get("interface").or(() -> get("endpoint_type"));
    try {
      return new EndpointChoice(
          get("region_name"),
          kind.map(EndpointInterface::parse).orElse(EndpointInterface.PUBLIC),
          uri("object_store_endpoint_override"));
    } catch (IllegalArgumentException e) {
      throw new StoreException(origin + ": " + e.getMessage(), e);
    }
  }

  Optional<String> caFile() throws StoreException {
    if (get("verify").filter("false"::equalsIgnoreCase).isPresent()) {
      throw new StoreException(
          origin
              + ": verify is false, but certificates are always verified; name the authority's"
              + " certificate by cacert instead",
          null);
    }
    return get("cacert");
  }

  private KeystoneMethod method(String type) throws StoreException {
    boolean application =
        type.equals("v3applicationcredential")
            || (type.isEmpty() && auth("application_credential_secret").isPresent());
    if (application) {
      return applicationCredential();
    }
    boolean token = type.endsWith("token") || (type.isEmpty() && auth("password").isEmpty());
    if (token && auth("token").isPresent()) {
      return new Token(secret("token"));
    }
    return new Password(named("user", "username", true), secret("password"));
  }

  private ApplicationCredential applicationCredential() throws StoreException {
    Secret secret = secret("application_credential_secret");
    Optional<String> id = auth("application_credential_id");
    if (id.isPresent()) {
      return new ApplicationCredential(Named.byId(id.get()), Optional.empty(), secret);
    }
    Named credential = Named.byName(required("application_credential_name"));
    return new ApplicationCredential(
        credential, Optional.of(named("user", "username", true)), secret);
  }

  private KeystoneScope scope() throws StoreException {
    if (auth("project_id").isPresent() || auth("project_name").isPresent()) {
      return new KeystoneScope.Project(named("project", "project_name", true));
    }
    if (auth("domain_id").isPresent() || auth("domain_name").isPresent()) {
      return new KeystoneScope.Domain(named("domain", "domain_name", false));
    }
    return KeystoneScope.DEFAULT;
  }

  /** By {@code KIND_id}, or by a name within {@code KIND_domain_id} or {@code KIND_domain_name}. */
  private Named named(String kind, String nameSetting, boolean inDomain) throws StoreException {
    Optional<String> id = auth(kind + "_id");
    if (id.isPresent()) {
      return Named.byId(id.get());
    }
    String name = required(nameSetting);
    return inDomain ? Named.byName(name, domainOf(kind)) : Named.byName(name);
  }

  private Named domainOf(String kind) {
    return auth(kind + "_domain_id")
        .map(Named::byId)
        .or(() -> auth(kind + "_domain_name").map(Named::byName))
        .or(() -> get("auth.default_domain").map(Named::byId))
        .orElse(DEFAULT_DOMAIN);
  }

  private Secret secret(String name) throws StoreException {
    return Secret.of(required(name));
  }

  private String required(String name) throws StoreException {
    return auth(name).orElseThrow(() -> missing(name));
  }

  private StoreException missing(String name) {
    return new StoreException(origin + ": " + name + " is missing", null);
  }

  private Optional<String> auth(String name) {
    return get("auth." + name);
  }

  private Optional<URI> uri(String name) throws StoreException {
    Optional<String> text = get(name);
    try {
      return text.map(URI::create);
    } catch (IllegalArgumentException e) {
      throw new StoreException(origin + ": " + name + " is no URL: " + text.orElse(""), e);
    }
  }

  private Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }
}
