package io.headwater.fs.credentials;

import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * Keys from the settings. Unlike the SDK's class, two instances with the same keys are equal, so
 * that buckets with the same settings share connections.
 */
record FixedKeys(AwsCredentials keys) implements AwsCredentialsProvider {
  @Override
  public AwsCredentials resolveCredentials() {
    return keys;
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "keys of " + keys.accessKeyId();
  }
}
