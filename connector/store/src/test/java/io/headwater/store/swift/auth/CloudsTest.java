package io.headwater.store.swift.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.connection.Secret;
import io.headwater.store.exception.StoreException;
import io.headwater.store.swift.auth.KeystoneMethod.ApplicationCredential;
import io.headwater.store.swift.auth.KeystoneMethod.Named;
import io.headwater.store.swift.auth.KeystoneMethod.Password;
import io.headwater.store.swift.auth.KeystoneMethod.Token;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How users' files and variables are interpreted. */
final class CloudsTest {
  private static final String SECRET = "only-the-cloud-may-know";

  @TempDir private Path folder;

  private Clouds clouds(Map<String, String> environment) {
    return new Clouds(environment, List.of(folder.resolve("none"), folder));
  }

  private Clouds.Cloud cloud(String... lines) throws IOException {
    String text = "clouds:\n  mine:\n    " + String.join("\n    ", lines) + "\n";
    Files.writeString(folder.resolve("clouds.yaml"), text);
    return clouds(Map.of()).named("mine");
  }

  @Test
  void aPasswordWithinDomains() throws IOException {
    Clouds.Cloud cloud =
        cloud(
            "region_name: Region-2",
            "interface: internalURL",
            "cacert: /etc/ca.pem",
            "auth:",
            "  auth_url: https://keystone.example/v3",
            "  username: demo",
            "  password: " + SECRET,
            "  user_domain_name: Users",
            "  project_name: work",
            "  project_domain_id: d1");
    Password password =
        new Password(Named.byName("demo", Named.byName("Users")), Secret.of(SECRET));
    KeystoneScope scope = new KeystoneScope.Project(Named.byName("work", Named.byId("d1")));
    assertThat(cloud.identity())
        .isEqualTo(
            new KeystoneIdentity(URI.create("https://keystone.example/v3"), password, scope));
    assertThat(cloud.endpoint())
        .isEqualTo(
            new EndpointChoice(
                Optional.of("Region-2"), EndpointInterface.INTERNAL, Optional.empty()));
    assertThat(cloud.caFile()).contains(Path.of("/etc/ca.pem"));
    assertThat(cloud.toString()).contains("demo").doesNotContain(SECRET);
  }

  @Test
  void theDomainThatEveryClientTakesWhereNoneIsNamed() throws IOException {
    Clouds.Cloud cloud =
        cloud("auth: {auth_url: 'http://k', username: demo, password: x, project_name: work}");
    assertThat(cloud.identity().toString()).contains("domain=Optional[Named[id=Optional[default]");
  }

  @Test
  void applicationCredentials() throws IOException {
    Clouds.Cloud byId =
        cloud(
            "auth_type: v3applicationcredential",
            "auth:",
            "  auth_url: http://k",
            "  application_credential_id: abc",
            "  application_credential_secret: " + SECRET);
    assertThat(byId.identity())
        .isEqualTo(
            new KeystoneIdentity(
                URI.create("http://k"),
                new ApplicationCredential(Named.byId("abc"), Optional.empty(), Secret.of(SECRET)),
                KeystoneScope.DEFAULT));
    Clouds.Cloud byName =
        cloud(
            "auth:",
            "  auth_url: http://k",
            "  application_credential_name: mine",
            "  application_credential_secret: " + SECRET,
            "  user_id: u1");
    assertThat(byName.identity().toString())
        .contains("name=Optional[mine]")
        .contains("id=Optional[u1]")
        .doesNotContain(SECRET);
  }

  @Test
  void tokensAndTheFirstVersion() throws IOException {
    Clouds.Cloud token =
        cloud("auth_type: v3token", "auth: {auth_url: 'http://k', token: t, project_id: p}");
    assertThat(token.identity())
        .isEqualTo(
            new KeystoneIdentity(
                URI.create("http://k"),
                new Token(Secret.of("t")),
                new KeystoneScope.Project(Named.byId("p"))));
    Clouds.Cloud first =
        cloud("auth_type: v1password", "auth: {auth_url: 'http://s', username: a:b, password: x}");
    assertThat(first.identity())
        .isEqualTo(new TempAuthIdentity(URI.create("http://s"), "a:b", Secret.of("x")));
  }

  @Test
  void secretsOfTheirOwnFile() throws IOException {
    Files.writeString(
        folder.resolve("secure.yml"), "clouds: {mine: {auth: {password: " + SECRET + "}}}");
    Clouds.Cloud cloud = cloud("auth: {auth_url: 'http://k', username: demo, password: old}");
    assertThat(((KeystoneIdentity) cloud.identity()).method())
        .isEqualTo(new Password(Named.byName("demo", Named.byId("default")), Secret.of(SECRET)));
  }

  @Test
  void theFileThatAVariableNamesComesFirst() throws IOException {
    cloud("auth: {auth_url: 'http://usual', username: demo, password: x}");
    Path named = folder.resolve("my-own-name");
    Files.writeString(
        named, "clouds: {mine: {auth: {auth_url: 'http://named', username: u, password: x}}}");
    Map<String, String> environment =
        Map.of("OS_CLIENT_CONFIG_FILE", named.toString(), "OS_CLOUD", "mine");
    assertThat(clouds(environment).fromVariables().orElseThrow().identity().authUrl())
        .isEqualTo(URI.create("http://named"));
  }

  @Test
  void variables() throws IOException {
    assertThat(clouds(Map.of("OS_USERNAME", "demo")).fromVariables()).isEmpty();
    Map<String, String> keystone =
        Map.of(
            "OS_AUTH_URL", "http://k/v3",
            "OS_USERNAME", "demo",
            "OS_PASSWORD", SECRET,
            "OS_TENANT_NAME", "older",
            "OS_PROJECT_NAME", "work",
            "OS_REGION_NAME", "R",
            "OS_INTERFACE", "admin");
    Clouds.Cloud cloud = clouds(keystone).fromVariables().orElseThrow();
    assertThat(cloud.identity().toString()).contains("work").doesNotContain("older", SECRET);
    assertThat(cloud.endpoint().kind()).isEqualTo(EndpointInterface.ADMIN);
    Map<String, String> first =
        Map.of("ST_AUTH", "http://s/auth/v1.0", "ST_USER", "a:b", "ST_KEY", SECRET);
    assertThat(clouds(first).fromVariables().orElseThrow().identity())
        .isEqualTo(
            new TempAuthIdentity(URI.create("http://s/auth/v1.0"), "a:b", Secret.of(SECRET)));
  }

  @Test
  void reportsMissingAndUnknownOptions() throws IOException {
    assertThatThrownBy(() -> clouds(Map.of()).named("mine"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("there is no clouds.yaml in")
        .hasMessageContaining(folder.toString());
    cloud("auth: {auth_url: 'http://k', username: demo, password: x}");
    assertThatThrownBy(() -> clouds(Map.of()).named("yours"))
        .hasMessageContaining("no cloud yours in")
        .hasMessageContaining("it has [mine]");
    assertThatThrownBy(() -> cloud("auth: {auth_url: 'http://k', username: demo}"))
        .hasMessageContaining("cloud mine in")
        .hasMessageContaining("password is missing");
    assertThatThrownBy(() -> cloud("auth_type: v3kerberos", "auth: {auth_url: 'http://k'}"))
        .hasMessageContaining("auth_type v3kerberos is not known");
    assertThatThrownBy(
            () -> cloud("verify: false", "auth: {auth_url: 'h', username: u, password: x}"))
        .hasMessageContaining("certificates are always verified");
    assertThatThrownBy(
            () -> cloud("interface: secret", "auth: {auth_url: 'h', username: u, password: x}"))
        .hasMessageContaining("interface must be public, internal or admin");
    assertThatThrownBy(() -> cloud("auth: {password: " + SECRET + "', other: x"))
        .hasMessageContaining("is no YAML: see line")
        .hasMessageNotContaining(SECRET);
  }
}
