package io.headwater.store.swift.auth;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code OS_*} variables of OpenStack's command line tools as settings of a cloud. Also the
 * {@code ST_*} variables of Swift's v1 authentication (python-swiftclient, "swift").
 */
final class OpenStackVariables {
  /** Variables with the same name in the auth section of {@code clouds.yaml}. */
  private static final List<String> OF_AUTH =
      List.of(
          "AUTH_URL",
          "USERNAME",
          "USER_ID",
          "PASSWORD",
          "TOKEN",
          "USER_DOMAIN_ID",
          "USER_DOMAIN_NAME",
          "PROJECT_ID",
          "PROJECT_NAME",
          "PROJECT_DOMAIN_ID",
          "PROJECT_DOMAIN_NAME",
          "DOMAIN_ID",
          "DOMAIN_NAME",
          "DEFAULT_DOMAIN",
          "APPLICATION_CREDENTIAL_ID",
          "APPLICATION_CREDENTIAL_NAME",
          "APPLICATION_CREDENTIAL_SECRET");

  private static final List<String> OF_CLOUD =
      List.of(
          "AUTH_TYPE",
          "IDENTITY_API_VERSION",
          "REGION_NAME",
          "INTERFACE",
          "ENDPOINT_TYPE",
          "CACERT");

  /** Older names that are still in use. */
  private static final Map<String, String> OLDER =
      Map.of(
          "OS_TENANT_NAME", "auth.project_name",
          "OS_TENANT_ID", "auth.project_id",
          "OS_AUTH_TOKEN", "auth.token",
          "OS_STORAGE_URL", "object_store_endpoint_override");

  private static final Map<String, String> FIRST_VERSION =
      Map.of("ST_AUTH", "auth.auth_url", "ST_USER", "auth.username", "ST_KEY", "auth.password");

  private OpenStackVariables() {}

  /** The settings, if the variables contain an authentication address. */
  static Optional<CloudSettings> read(Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    OLDER.forEach((variable, name) -> copy(environment, variable, values, name));
    OF_AUTH.forEach(name -> copy(environment, "OS_" + name, values, "auth." + lower(name)));
    OF_CLOUD.forEach(name -> copy(environment, "OS_" + name, values, lower(name)));
    if (!values.containsKey("auth.auth_url")) {
      FIRST_VERSION.forEach((variable, name) -> copy(environment, variable, values, name));
      values.put("auth_type", "v1password");
    }
    return values.containsKey("auth.auth_url")
        ? Optional.of(new CloudSettings("OS_* variables", values))
        : Optional.empty();
  }

  private static void copy(
      Map<String, String> environment, String variable, Map<String, String> values, String name) {
    String value = environment.getOrDefault(variable, "");
    if (!value.isEmpty()) {
      values.put(name, value);
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
