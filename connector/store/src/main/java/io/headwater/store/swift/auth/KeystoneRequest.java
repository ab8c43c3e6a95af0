package io.headwater.store.swift.auth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwater.store.swift.auth.KeystoneMethod.ApplicationCredential;
import io.headwater.store.swift.auth.KeystoneMethod.Named;
import io.headwater.store.swift.auth.KeystoneMethod.Password;
import io.headwater.store.swift.auth.KeystoneMethod.Token;

/** The JSON document that requests a token (Identity API v3, "Authentication"). */
final class KeystoneRequest {
  private KeystoneRequest() {}

  static ObjectNode of(KeystoneIdentity identity) {
    ObjectNode request = object();
    ObjectNode auth = request.putObject("auth");
    ObjectNode proof = auth.putObject("identity");
    addMethod(proof, identity.method());
    addScope(auth, identity.scope());
    return request;
  }

  private static void addMethod(ObjectNode proof, KeystoneMethod method) {
    if (method instanceof Password password) {
      proof.putArray("methods").add("password");
      ObjectNode user = named(password.user());
      user.put("password", password.password().reveal());
      proof.putObject("password").set("user", user);
    } else if (method instanceof ApplicationCredential application) {
      proof.putArray("methods").add("application_credential");
      ObjectNode credential = named(application.credential());
      application.user().ifPresent(user -> credential.set("user", named(user)));
      credential.put("secret", application.secret().reveal());
      proof.set("application_credential", credential);
    } else if (method instanceof Token token) {
      proof.putArray("methods").add("token");
      proof.putObject("token").put("id", token.token().reveal());
    }
  }

  private static void addScope(ObjectNode auth, KeystoneScope scope) {
    if (scope instanceof KeystoneScope.Project project) {
      auth.putObject("scope").set("project", named(project.project()));
    } else if (scope instanceof KeystoneScope.Domain domain) {
      auth.putObject("scope").set("domain", named(domain.domain()));
    }
  }

  private static ObjectNode named(Named who) {
    ObjectNode node = object();
    who.id().ifPresent(id -> node.put("id", id));
    who.name().ifPresent(name -> node.put("name", name));
    who.domain().ifPresent(domain -> node.set("domain", named(domain)));
    return node;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The user's name in messages. */
  static String who(KeystoneIdentity identity) {
    if (identity.method() instanceof Password password) {
      return "user " + text(password.user());
    }
    if (identity.method() instanceof ApplicationCredential application) {
      return "application credential " + text(application.credential());
    }
    return "a token";
  }

  private static String text(Named who) {
    return who.name().or(who::id).orElseThrow();
  }
}
