package io.headwater.fs;

import io.headwater.store.s3.TokenServiceSilentException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Providers of keys that are asked in their order; the first that has some is the only one from
 * then on. The SDK's chain does the same, but of a failure it keeps the text alone.
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

  /** A token service that should have answered is the cause; the others were not set up. */
  private SdkClientException failure(List<RuntimeException> failures) {
    for (RuntimeException each : failures) {
      if (each instanceof TokenServiceSilentException silent) {
        return silent;
      }
    }
    SdkClientException none = SdkClientException.create("none of " + providers + " has keys");
    failures.forEach(none::addSuppressed);
    return none;
  }

  @Override
  public String toString() {
    return providers.toString();
  }
}
