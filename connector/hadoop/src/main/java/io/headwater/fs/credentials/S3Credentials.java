package io.headwater.fs.credentials;

import io.headwater.fs.config.FileSystemSettings;
import io.headwater.fs.config.S3CredentialSettings;
import io.headwater.fs.config.Settings;
import io.headwater.store.concurrent.BoundedMap;
import io.headwater.store.s3.S3Network;
import io.headwater.store.s3.TokenService;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.util.StringUtils;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** Reads the providers of a bucket's keys from Hadoop's configuration. */
public final class S3Credentials {
  private static final String ANONYMOUS = "AnonymousAWSCredentialsProvider";
  private static final String KEYS = "SimpleAWSCredentialsProvider";
  private static final String SESSION_KEYS = "TemporaryAWSCredentialsProvider";
  private static final String ROLE = "AssumedRoleCredentialProvider";

  /** Equal chains are identical, so that buckets with the same settings share connections. */
  private static final Map<List<AwsCredentialsProvider>, AwsCredentialsProvider> CHAINS =
      BoundedMap.shared(1000);

  private static final AwsCredentialsProvider UNSIGNED = AnonymousCredentialsProvider.create();

  private final Settings settings;
  private final URI root;
  private final TokenService service;
  private final String region;

  /**
   * @param root of the bucket, for a user's own provider class
   * @param network for requests of roles
   * @param region for requests of roles
   */
  public S3Credentials(Settings settings, URI root, S3Network network, String region) {
    this.settings = settings;
    this.root = root;
    this.service = new TokenService(network, settings.count(FileSystemSettings.RETRY_ATTEMPTS));
    this.region = region;
  }

  /** A provider that tries all configured providers in order. */
  public AwsCredentialsProvider provider() throws IOException {
    Optional<Settings.Found> setting = settings.find(S3CredentialSettings.AWS_CREDENTIALS_PROVIDER);
    // Headwater's keys take precedence over S3A's providers.
    boolean ours = setting.isPresent() && Settings.isOurs(setting.get());
    if (setting.isEmpty()
        || (!ours && settings.secretOfOurs(S3CredentialSettings.ACCESS_KEY).isPresent())) {
      return keys()
          .orElseGet(() -> MachineCredentials.named("DefaultCredentialsProvider", service).get());
    }
    return chain(setting.get(), StringUtils.getTrimmedStrings(setting.get().value()));
  }

  private AwsCredentialsProvider chain(Settings.Found setting, String... classes)
      throws IOException {
    List<AwsCredentialsProvider> providers = new ArrayList<>();
    for (String each : classes) {
      provider(setting, each).ifPresent(providers::add);
    }
    if (providers.contains(UNSIGNED) && classes.length > 1) {
      throw new IllegalArgumentException(
          setting.name()
              + " names "
              + ANONYMOUS
              + " together with others; it must be the only one");
    }
    if (providers.isEmpty()) {
      throw new IllegalArgumentException(
          setting.name()
              + " names providers that read keys from settings, but no keys are set: set "
              + "fs.headwater.s3.access.key and fs.headwater.s3.secret.key, or S3A's");
    }
    if (providers.size() == 1) {
      return providers.get(0);
    }
    return CHAINS.computeIfAbsent(List.copyOf(providers), CredentialsChain::new);
  }

  /** The provider of a class, or empty for keys that are not set. */
  private Optional<AwsCredentialsProvider> provider(Settings.Found setting, String className)
      throws IOException {
    String name = MachineCredentials.simpleName(className);
    return switch (name) {
      case ANONYMOUS, "AnonymousAWSCredentials", "AnonymousCredentialsProvider" ->
          Optional.of(UNSIGNED);
      case KEYS, SESSION_KEYS -> keys();
      case ROLE -> Optional.of(role(setting));
      case "ProfileAWSCredentialsProvider" ->
          Optional.of(
              MachineCredentials.profile(
                  settings.text(S3CredentialSettings.AUTH_PROFILE_FILE),
                  settings.text(S3CredentialSettings.AUTH_PROFILE_NAME)));
      default -> {
        Optional<AwsCredentialsProvider> known = MachineCredentials.named(name, service);
        yield known.isPresent() ? known : Optional.of(custom(setting, className));
      }
    };
  }

  private AwsCredentialsProvider custom(Settings.Found setting, String className) {
    return CustomCredentials.of(setting, className, root, settings.configuration());
  }

  private AwsCredentialsProvider role(Settings.Found setting) throws IOException {
    Optional<Settings.Found> base =
        settings.find(S3CredentialSettings.ASSUMED_ROLE_CREDENTIALS_PROVIDER);
    String[] classes =
        base.map(found -> StringUtils.getTrimmedStrings(found.value()))
            .orElse(new String[] {KEYS, "EnvironmentVariableCredentialsProvider"});
    for (String each : classes) {
      if (MachineCredentials.simpleName(each).equals(ROLE)) {
        throw base.get().isNot("a list without " + ROLE + " itself", null);
      }
    }
    return AssumedRole.of(settings, chain(base.orElse(setting), classes), service, region);
  }

  private Optional<AwsCredentialsProvider> keys() throws IOException {
    Optional<String> access = settings.secret(S3CredentialSettings.ACCESS_KEY);
    Optional<String> secret = settings.secret(S3CredentialSettings.SECRET_KEY);
    if (access.isEmpty() && secret.isEmpty()) {
      return Optional.empty();
    }
    if (access.isEmpty() || secret.isEmpty()) {
      throw new IllegalArgumentException(
          "of "
              + settings.nameFor(S3CredentialSettings.ACCESS_KEY)
              + " and "
              + settings.nameFor(S3CredentialSettings.SECRET_KEY)
              + " only one is set; set both, or set neither to use the credentials of "
              + "the environment or the machine");
    }
    Optional<String> token = settings.secret(S3CredentialSettings.SESSION_TOKEN);
    AwsCredentials credentials =
        token.isPresent()
            ? AwsSessionCredentials.create(access.get(), secret.get(), token.get())
            : AwsBasicCredentials.create(access.get(), secret.get());
    return Optional.of(new FixedKeys(credentials));
  }
}
