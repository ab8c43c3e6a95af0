package io.headwater.fs.config;

import static io.headwater.fs.config.Setting.Type.FILE;
import static io.headwater.fs.config.Setting.Type.LIST;
import static io.headwater.fs.config.Setting.Type.SECRET;
import static io.headwater.fs.config.Setting.Type.TEXT;
import static io.headwater.fs.config.Setting.Type.URL;

import java.time.Duration;
import java.util.List;

/** The settings of keys for S3. */
public final class S3CredentialSettings {
  public static final Setting ACCESS_KEY =
      Setting.of(
          SECRET,
          "s3.access.key",
          "access.key",
          "of the environment or machine",
          "The access key. Set both keys or none.");

  public static final Setting SECRET_KEY =
      Setting.of(
          SECRET,
          "s3.secret.key",
          "secret.key",
          "of the environment or machine",
          "The secret key. Set both keys or none.");

  public static final Setting SESSION_TOKEN =
      Setting.of(SECRET, "s3.session.token", "session.token", "", "The token of temporary keys.");

  static final Setting SECURITY_CREDENTIAL_PROVIDER_PATH =
      Setting.of(
          FILE,
          "s3.security.credential.provider.path",
          "security.credential.provider.path",
          "",
          "Hadoop credential files that precede the global ones.");

  public static final Setting AWS_CREDENTIALS_PROVIDER =
      Setting.of(
          LIST,
          "s3.aws.credentials.provider",
          "aws.credentials.provider",
          "the keys, else the SDK's chain",
          "Classes that provide keys, tried in order.");

  public static final Setting AUTH_PROFILE_FILE =
      Setting.of(
          FILE,
          "s3.auth.profile.file",
          "auth.profile.file",
          "of the SDK",
          "The file of ProfileAWSCredentialsProvider.");

  public static final Setting AUTH_PROFILE_NAME =
      Setting.of(
          TEXT,
          "s3.auth.profile.name",
          "auth.profile.name",
          "of the SDK",
          "The profile of ProfileAWSCredentialsProvider.");

  public static final Setting ASSUMED_ROLE_ARN =
      Setting.of(
          TEXT,
          "s3.assumed.role.arn",
          "assumed.role.arn",
          "",
          "The role of AssumedRoleCredentialProvider.");

  public static final Setting ASSUMED_ROLE_CREDENTIALS_PROVIDER =
      Setting.of(
          LIST,
          "s3.assumed.role.credentials.provider",
          "assumed.role.credentials.provider",
          "the keys, then the environment",
          "Classes whose keys assume the role.");

  public static final Setting ASSUMED_ROLE_EXTERNAL_ID =
      Setting.of(
          TEXT,
          "s3.assumed.role.external.id",
          "assumed.role.external.id",
          "",
          "The external ID that the role requires.");

  public static final Setting ASSUMED_ROLE_POLICY =
      Setting.of(
          TEXT,
          "s3.assumed.role.policy",
          "assumed.role.policy",
          "",
          "A policy in JSON that restricts the role.");

  /** AWS's limits (STS API reference, AssumeRole). */
  public static final Setting ASSUMED_ROLE_SESSION_DURATION =
      Setting.time(
          "s3.assumed.role.session.duration",
          "assumed.role.session.duration",
          Duration.ofMinutes(15),
          Duration.ofHours(12),
          "30m",
          "How long the role's keys are valid.");

  public static final Setting ASSUMED_ROLE_SESSION_NAME =
      Setting.of(
          TEXT,
          "s3.assumed.role.session.name",
          "assumed.role.session.name",
          "the user's name",
          "The name of the role's session in audit logs.");

  public static final Setting ASSUMED_ROLE_STS_ENDPOINT =
      Setting.of(
          URL,
          "s3.assumed.role.sts.endpoint",
          "assumed.role.sts.endpoint",
          "that of the region",
          "The token service that grants the role.");

  public static final Setting ASSUMED_ROLE_STS_ENDPOINT_REGION =
      Setting.of(
          TEXT,
          "s3.assumed.role.sts.endpoint.region",
          "assumed.role.sts.endpoint.region",
          "`s3.region`",
          "The region of the token service.");

  static final List<Setting> ALL =
      List.of(
          ACCESS_KEY,
          SECRET_KEY,
          SESSION_TOKEN,
          SECURITY_CREDENTIAL_PROVIDER_PATH,
          AWS_CREDENTIALS_PROVIDER,
          AUTH_PROFILE_FILE,
          AUTH_PROFILE_NAME,
          ASSUMED_ROLE_ARN,
          ASSUMED_ROLE_CREDENTIALS_PROVIDER,
          ASSUMED_ROLE_EXTERNAL_ID,
          ASSUMED_ROLE_POLICY,
          ASSUMED_ROLE_SESSION_DURATION,
          ASSUMED_ROLE_SESSION_NAME,
          ASSUMED_ROLE_STS_ENDPOINT,
          ASSUMED_ROLE_STS_ENDPOINT_REGION);

  private S3CredentialSettings() {}
}
