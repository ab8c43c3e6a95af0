package io.headwater.testing;

import io.headwater.store.Capability;
import io.headwater.store.s3.S3Settings;
import java.net.URI;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * A running S3 service.
 *
 * @param name for messages
 * @param endpoint its URL
 * @param accessKey of one of its users
 * @param secretKey of the same user
 * @param capabilities the capabilities that were verified
 */
public record TestServer(
    String name, URI endpoint, String accessKey, String secretKey, Set<Capability> capabilities) {
  /** The settings to reach it. */
  public S3Settings settings() {
    return S3Settings.defaults(credentials(accessKey, secretKey))
        .withEndpoint(endpoint)
        .withCapabilities(capabilities);
  }

  /** A new bucket with a random name. */
  public TestBucket newBucket() {
    return TestBucket.create(this);
  }

  /** A credentials provider with these keys. */
  public static AwsCredentialsProvider credentials(String accessKey, String secretKey) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey));
  }

  @Override
  public String toString() {
    return name + " at " + endpoint;
  }
}
