package io.headwater.fs.credentials;

import io.headwater.store.s3.TokenServiceSilentException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Tries providers of keys in order. From then on it uses only the first that has keys. The SDK's
 * chain does the same, but keeps only the text of failures.
 */
final class CredentialsChain implements AwsCredentialsProvider {
  private final List<AwsCredentialsProvider> providers;
  private volatile AwsCredentialsProvider used;

  CredentialsChain(List<AwsCredentialsProvider> providers) {
    this.providers = List.copyOf(providers);
  }

  @Override
  public AwsCredentials resolveCredentials() {
    if (used != null) {
      return used.resolveCredentials();
    }
    List<RuntimeException> failures = new ArrayList<>();
    for (AwsCredentialsProvider each : providers) {
      try {
        AwsCredentials credentials = each.resolveCredentials();
        used = each;
        return credentials;
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    throw failure(failures);
  }

  /** The cause is a token service that should have responded. The others were not configured. */
  private SdkClientException failure(List<RuntimeException> failures) {
    for (RuntimeException each : failures) {
      if (each instanceof TokenServiceSilentException silent) {
        return silent;
      }
    }
    SdkClientException none =
        SdkClientException.create("no provider of " + providers + " has keys");
    failures.forEach(none::addSuppressed);
    return none;
  }

  @Override
  public String toString() {
    return providers.toString();
  }
}
