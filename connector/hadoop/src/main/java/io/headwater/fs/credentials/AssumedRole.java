package io.headwater.fs.credentials;

import io.headwater.fs.config.S3CredentialSettings;
import io.headwater.fs.config.ServiceAddress;
import io.headwater.fs.config.Settings;
import io.headwater.store.concurrent.BoundedMap;
import io.headwater.store.s3.TokenService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;

/**
 * A role of AWS's token service (STS). Its keys are requested, and requested again before they
 * expire.
 *
 * @param arn its name
 * @param session the name of this use of it in AWS's logs
 * @param externalId an id that the role's owner requires
 * @param policy JSON that restricts the role's permissions
 * @param duration the life of its keys
 * @param endpoint of the service, or empty for the region's default
 * @param region the service's region
 * @param base the credentials of the requests for the role
 * @param service the connection to the service
 */
record AssumedRole(
    String arn,
    String session,
    Optional<String> externalId,
    Optional<String> policy,
    Duration duration,
    Optional<URI> endpoint,
    String region,
    AwsCredentialsProvider base,
    TokenService service) {
  /** One provider for each role, so that buckets with the same settings share connections. */
  private static final Map<AssumedRole, AwsCredentialsProvider> MADE = BoundedMap.shared(1000);

  static AwsCredentialsProvider of(
      Settings settings, AwsCredentialsProvider base, TokenService service, String region)
      throws IOException {
    AssumedRole role =
        new AssumedRole(
            settings
                .text(S3CredentialSettings.ASSUMED_ROLE_ARN)
                .orElseThrow(() -> missing(settings)),
            settings
                .text(S3CredentialSettings.ASSUMED_ROLE_SESSION_NAME)
                .orElseGet(AssumedRole::usersName),
            settings.text(S3CredentialSettings.ASSUMED_ROLE_EXTERNAL_ID),
            settings.text(S3CredentialSettings.ASSUMED_ROLE_POLICY),
            settings.time(S3CredentialSettings.ASSUMED_ROLE_SESSION_DURATION),
            settings
                .find(S3CredentialSettings.ASSUMED_ROLE_STS_ENDPOINT)
                .map(found -> ServiceAddress.parse(found, "https://")),
            settings.text(S3CredentialSettings.ASSUMED_ROLE_STS_ENDPOINT_REGION).orElse(region),
            base,
            service);
    try {
      return MADE.computeIfAbsent(role, AssumedRole::provider);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static IllegalArgumentException missing(Settings settings) {
    return new IllegalArgumentException(
        settings.nameFor(S3CredentialSettings.ASSUMED_ROLE_ARN)
            + " (or S3A's) is not set, but a role is to be assumed");
  }

  /** The user's name in the characters that AWS accepts. */
  private static String usersName() {
    String name = System.getProperty("user.name", "").replaceAll("[^\\w+=,.@-]", "-");
    return name.length() < 2 ? "headwater" : name.substring(0, Math.min(64, name.length()));
  }

  private AwsCredentialsProvider provider() {
    try {
      var builder = service.client().credentialsProvider(base).region(Region.of(region));
      endpoint.ifPresent(builder::endpointOverride);
      StsClient client = builder.build();
      var provider =
          StsAssumeRoleCredentialsProvider.builder()
              .stsClient(client)
              .refreshRequest(
                  request ->
                      request
                          .roleArn(arn)
                          .roleSessionName(session)
                          .externalId(externalId.orElse(null))
                          .policy(policy.orElse(null))
                          .durationSeconds((int) duration.toSeconds()))
              .build();
      return new SelfClosingCredentials(provider, provider, client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
