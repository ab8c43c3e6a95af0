package io.headwater.fs.credentials;

import io.headwater.store.concurrent.BoundedMap;
import io.headwater.store.s3.TokenService;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * Providers of keys that belong to a machine, a process or a user, one of each per process. Their
 * names are those of the AWS SDK, in both versions, and of S3A.
 */
final class MachineCredentials {
  /** The packages of the known classes. A class of another package is the user's. */
  private static final Pattern KNOWN =
      Pattern.compile(
          "(?:org\\.apache\\.hadoop\\.fs\\.s3a\\.(?:auth\\.)?"
              + "|software\\.amazon\\.awssdk\\.auth\\.credentials\\."
              + "|com\\.amazonaws\\.auth\\.(?:profile\\.)?)?(\\w+)");

  /** At most one provider for each name that {@link #made} knows. */
  private static final Map<String, AwsCredentialsProvider> MADE = BoundedMap.shared(20);

  private static final Map<List<?>, AwsCredentialsProvider> PROFILES = BoundedMap.shared(1000);

  private MachineCredentials() {}

  /** The class's name without a known package, or the full name. */
  static String simpleName(String className) {
    Matcher known = KNOWN.matcher(className);
    return known.matches() ? known.group(1) : className;
  }

  /**
   * The provider with a simple name.
   *
   * @param service the connection to a token service, if one is needed
   */
  static Optional<AwsCredentialsProvider> named(String name, TokenService service) {
    Optional<AwsCredentialsProvider> ofToken =
        WebIdentity.isConfigured() ? ofToken(name, service) : Optional.empty();
    return ofToken.isPresent()
        ? ofToken
        : Optional.ofNullable(MADE.computeIfAbsent(name, MachineCredentials::made));
  }

  private static Optional<AwsCredentialsProvider> ofToken(String name, TokenService service) {
    return switch (name) {
      case "WebIdentityTokenFileCredentialsProvider", "WebIdentityTokenCredentialsProvider" ->
          Optional.of(WebIdentity.of(service));
      case "DefaultCredentialsProvider", "DefaultAWSCredentialsProviderChain" ->
          Optional.of(WebIdentity.inDefaultChain(service));
      default -> Optional.empty();
    };
  }

  private static AwsCredentialsProvider made(String name) {
    return switch (name) {
      case "EnvironmentVariableCredentialsProvider" ->
          EnvironmentVariableCredentialsProvider.create();
      case "SystemPropertyCredentialsProvider", "SystemPropertiesCredentialsProvider" ->
          SystemPropertyCredentialsProvider.create();
      case "WebIdentityTokenFileCredentialsProvider", "WebIdentityTokenCredentialsProvider" ->
          WebIdentityTokenFileCredentialsProvider.create();
      case "ProfileCredentialsProvider" -> ProfileCredentialsProvider.create();
      case "ContainerCredentialsProvider" -> ContainerCredentialsProvider.create();
      case "InstanceProfileCredentialsProvider" -> InstanceProfileCredentialsProvider.create();
      case "IAMInstanceCredentialsProvider", "EC2ContainerCredentialsProviderWrapper" ->
          new CredentialsChain(
              List.of(
                  ContainerCredentialsProvider.create(),
                  InstanceProfileCredentialsProvider.create()));
      case "DefaultCredentialsProvider", "DefaultAWSCredentialsProviderChain" ->
          DefaultCredentialsProvider.builder().build();
      default -> null;
    };
  }

  /** The user's profile with a name in a file. Both may be the default. */
  static AwsCredentialsProvider profile(Optional<String> file, Optional<String> name) {
    return PROFILES.computeIfAbsent(
        List.of(file, name),
        all -> {
          ProfileCredentialsProvider.Builder builder = ProfileCredentialsProvider.builder();
          file.ifPresent(
              path ->
                  builder.profileFile(
                      ProfileFile.builder()
                          .content(Path.of(path))
                          .type(ProfileFile.Type.CREDENTIALS)
                          .build()));
          name.ifPresent(builder::profileName);
          ProfileCredentialsProvider profile = builder.build();
          return new SelfClosingCredentials(profile, profile);
        });
  }
}
