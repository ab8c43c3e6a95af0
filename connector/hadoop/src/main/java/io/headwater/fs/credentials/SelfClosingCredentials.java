package io.headwater.fs.credentials;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * A provider of keys with its connections. A process's cache may evict it while a file system uses
 * it. The connections are therefore closed when nothing refers to this object any more.
 */
final class SelfClosingCredentials implements AwsCredentialsProvider {
  private static final Cleaner CLEANER = Cleaner.create();

  private final AwsCredentialsProvider provider;

  /**
   * @param resources of the provider, which nothing else uses, in the order in which to close them
   */
  SelfClosingCredentials(AwsCredentialsProvider provider, SdkAutoCloseable... resources) {
    this.provider = provider;
    List<SdkAutoCloseable> all = List.of(resources);
    CLEANER.register(this, () -> all.forEach(SdkAutoCloseable::close));
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return provider.resolveCredentials();
    } finally {
      Reference.reachabilityFence(this); // The connections are needed until here.
    }
  }

  @Override
  public String toString() {
    return provider.toString();
  }
}
