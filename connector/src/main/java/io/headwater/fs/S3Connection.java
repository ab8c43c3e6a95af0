package io.headwater.fs;

import io.headwater.store.Capability;
import io.headwater.store.s3.S3Settings;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.util.StringUtils;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/** From Hadoop's configuration to what the S3 backend needs to connect. */
final class S3Connection {
  private static final String ANONYMOUS = "AnonymousAWSCredentialsProvider";

  /** S3A's providers of keys that stand in the settings. */
  private static final Set<String> OF_KEYS =
      Set.of("SimpleAWSCredentialsProvider", "TemporaryAWSCredentialsProvider");

  /** Providers that the SDK's default chain has as well. */
  private static final Set<String> OF_THE_CHAIN =
      Set.of(
          "ContainerCredentialsProvider",
          "DefaultAWSCredentialsProviderChain",
          "DefaultCredentialsProvider",
          "EnvironmentVariableCredentialsProvider",
          "IAMInstanceCredentialsProvider",
          "InstanceProfileCredentialsProvider",
          "ProfileAWSCredentialsProvider",
          "ProfileCredentialsProvider");

  // One each in a process, so that buckets with the same settings share connections.
  private static final AwsCredentialsProvider UNSIGNED = AnonymousCredentialsProvider.create();
  private static final AwsCredentialsProvider OF_THE_MACHINE =
      DefaultCredentialsProvider.builder().build();

  private S3Connection() {}

  /** The S3 settings of a bucket; an S3A user's own are honoured. */
  static S3Settings settings(Settings settings) throws IOException {
    S3Settings defaults = S3Settings.defaults(credentials(settings));
    Optional<URI> endpoint = endpoint(settings);
    // Only AWS is sure to answer to a host name for each bucket.
    boolean pathStyle =
        settings
            .flag("s3.path.style.access", "path.style.access")
            .orElse(endpoint.filter(uri -> !uri.getHost().endsWith("amazonaws.com")).isPresent());
    return new S3Settings(
        endpoint,
        settings.text("s3.region", "endpoint.region").orElse(defaults.region()),
        pathStyle,
        defaults.credentials(),
        S3NetworkSettings.of(settings),
        S3RequestOptions.of(settings),
        capabilities(settings, defaults, endpoint));
  }

  /**
   * Amazon's conditional writes are atomic, as it documents; of another store its operator has to
   * know. The store contract's ConditionContract tells by racing writers.
   */
  private static Set<Capability> capabilities(
      Settings settings, S3Settings defaults, Optional<URI> endpoint) {
    Set<Capability> capabilities = EnumSet.copyOf(defaults.capabilities());
    if (!settings.consistentListing()) {
      capabilities.remove(Capability.CONSISTENT_LISTING);
    }
    if (settings.flag("s3.conditions.atomic", "").orElse(endpoint.isEmpty())) {
      capabilities.add(Capability.REPLACE_IF_MATCH);
      capabilities.add(Capability.ATOMIC_CONDITIONS);
    }
    if (endpoint.isEmpty()) {
      capabilities.remove(Capability.STORLETS); // Amazon has none, and would send the whole object.
    }
    return capabilities;
  }

  private static Optional<URI> endpoint(Settings settings) {
    boolean plain =
        settings.text("s3.endpoint").isEmpty()
            && !settings.flag("", "connection.ssl.enabled").orElse(true);
    return settings
        .find("s3.endpoint", "endpoint")
        .map(found -> address(found, plain ? "http://" : "https://"));
  }

  private static URI address(Settings.Found found, String scheme) {
    boolean complete = found.value().contains("://");
    try {
      URI uri = new URI(complete ? found.value() : scheme + found.value());
      if (uri.getHost() == null || !uri.getScheme().toLowerCase(Locale.ROOT).matches("https?")) {
        throw new URISyntaxException(found.value(), "no http or https, or no host");
      }
      // What stands before the slash of "http//x" is no host.
      String path = uri.getRawPath();
      if (complete ? path.startsWith("//") : !path.isEmpty() && !path.equals("/")) {
        throw new URISyntaxException(found.value(), "a path where none can be");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw found.isNot("a URL such as https://host:443", e);
    }
  }

  private static AwsCredentialsProvider credentials(Settings settings) throws IOException {
    Optional<Settings.Found> told = settings.find("", "aws.credentials.provider");
    Set<String> providers = told.map(S3Connection::providers).orElse(Set.of());
    // Keys of ours come before whatever S3A is told.
    if (providers.contains(ANONYMOUS) && settings.secret("s3.access.key", "").isEmpty()) {
      return UNSIGNED;
    }
    Optional<AwsCredentialsProvider> keys = keys(settings);
    if (keys.isEmpty() && !providers.isEmpty() && OF_KEYS.containsAll(providers)) {
      throw new IllegalArgumentException(
          told.get().name()
              + " names providers of keys that are set, but there are none: set"
              + " fs.headwater.s3.access.key and fs.headwater.s3.secret.key, or S3A's");
    }
    return keys.orElse(OF_THE_MACHINE);
  }

  /** The classes that S3A is told to ask, without their packages. */
  private static Set<String> providers(Settings.Found told) {
    Set<String> names = new LinkedHashSet<>();
    for (String each : StringUtils.getTrimmedStrings(told.value())) {
      String name = each.substring(each.lastIndexOf('.') + 1);
      if (!name.equals(ANONYMOUS) && !OF_KEYS.contains(name) && !OF_THE_CHAIN.contains(name)) {
        throw new IllegalArgumentException(
            told.name() + " names " + each + ", which Headwater does not know; " + understood());
      }
      names.add(name);
    }
    if (names.contains(ANONYMOUS) && names.size() > 1) {
      throw new IllegalArgumentException(
          told.name() + " names " + ANONYMOUS + " beside others; " + understood());
    }
    return names;
  }

  private static String understood() {
    Set<String> listed = new TreeSet<>(OF_KEYS);
    listed.addAll(OF_THE_CHAIN);
    return "it understands " + String.join(", ", listed) + ", and " + ANONYMOUS + " alone";
  }

  private static Optional<AwsCredentialsProvider> keys(Settings settings) throws IOException {
    Optional<String> access = settings.secret("s3.access.key", "access.key");
    Optional<String> secret = settings.secret("s3.secret.key", "secret.key");
    if (access.isEmpty() && secret.isEmpty()) {
      return Optional.empty();
    }
    if (access.isEmpty() || secret.isEmpty()) {
      throw new IllegalArgumentException(
          "of "
              + settings.nameFor("s3.access.key", "access.key")
              + " and "
              + settings.nameFor("s3.secret.key", "secret.key")
              + " only one is set; set both, or neither to use the environment's or the machine's"
              + " credentials");
    }
    Optional<String> token = settings.secret("s3.session.token", "session.token");
    AwsCredentials credentials =
        token.isPresent()
            ? AwsSessionCredentials.create(access.get(), secret.get(), token.get())
            : AwsBasicCredentials.create(access.get(), secret.get());
    return Optional.of(new FixedKeys(credentials));
  }
}
