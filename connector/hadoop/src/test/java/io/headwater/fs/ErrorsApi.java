package io.headwater.fs;

import io.headwater.testing.TestServers;
import java.net.URI;

/** The same store by its two APIs: the settings to reach it, and the messages about wrong ones. */
enum ErrorsApi {
  S3("fs.headwater.s3.", "endpoint", "access.key", "secret.key") {
    @Override
    URI root(String bucket) {
      return URI.create("s3://" + bucket);
    }

    @Override
    URI endpoint() {
      return TestServers.swift().endpoint();
    }

    @Override
    String[] wrongKeysMessage(String bucket) {
      return new String[] {"fs.headwater.s3.access.key", bucket};
    }

    @Override
    String noResponseMessage() {
      return "fs.headwater.s3.endpoint";
    }
  },
  SWIFT("fs.headwater.swift.service.test.", "auth.url", "user", "secret.key") {
    @Override
    URI root(String bucket) {
      return URI.create("swift://" + bucket + ".test");
    }

    @Override
    URI endpoint() {
      return TestServers.swiftNative().authUrl();
    }

    @Override
    String[] wrongKeysMessage(String bucket) {
      return new String[] {"check the user, the secret", endpoint().toString()};
    }

    @Override
    String noResponseMessage() {
      return "is the URL right?";
    }
  };

  private final String address;
  private final String user;
  private final String secret;

  ErrorsApi(String prefix, String address, String user, String secret) {
    this.address = prefix + address;
    this.user = prefix + user;
    this.secret = prefix + secret;
  }

  abstract URI root(String bucket);

  /** The value of the setting {@link #address}. */
  abstract URI endpoint();

  abstract String[] wrongKeysMessage(String bucket);

  abstract String noResponseMessage();

  String address() {
    return address;
  }

  String user() {
    return user;
  }

  String secret() {
    return secret;
  }
}
