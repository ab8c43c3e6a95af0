package io.headwater.fs.credentials;

import io.headwater.store.concurrent.BoundedMap;
import io.headwater.store.s3.TokenService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;

/**
 * Keys of a token service for a token in a file, as in Kubernetes. The SDK's providers use a client
 * whose timeouts cannot be configured. These use ours.
 */
final class WebIdentity {
  private static final Map<TokenService, AwsCredentialsProvider> MADE = BoundedMap.shared(1000);
  private static final Map<TokenService, AwsCredentialsProvider> CHAINS = BoundedMap.shared(1000);

  private WebIdentity() {}

  /** Whether the environment names a token's file. Without one no request is sent. */
  static boolean isConfigured() {
    return SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue().isPresent();
  }

  /** The provider alone. */
  static AwsCredentialsProvider of(TokenService service) {
    return MADE.computeIfAbsent(service.ofPlatform(), WebIdentity::made);
  }

  /** The SDK's default chain, with this provider in its place. */
  static AwsCredentialsProvider inDefaultChain(TokenService service) {
    return CHAINS.computeIfAbsent(service.ofPlatform(), WebIdentity::chain);
  }

  private static AwsCredentialsProvider chain(TokenService service) {
    return new CredentialsChain(
        List.of(
            SystemPropertyCredentialsProvider.create(),
            EnvironmentVariableCredentialsProvider.create(),
            of(service),
            ProfileCredentialsProvider.create(),
            ContainerCredentialsProvider.create(),
            InstanceProfileCredentialsProvider.create()));
  }

  private static AwsCredentialsProvider made(TokenService service) {
    try {
      StsClient client =
          service
              .client()
              .credentialsProvider(AnonymousCredentialsProvider.create())
              .region(region())
              .build();
      var provider = StsWebIdentityTokenFileCredentialsProvider.builder().stsClient(client).build();
      return new SelfClosingCredentials(provider, provider, client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The environment's region, or the one with the service for all regions. */
  private static Region region() {
    try {
      return new DefaultAwsRegionProviderChain().getRegion();
    } catch (SdkClientException e) {
      return Region.AWS_GLOBAL;
    }
  }
}
