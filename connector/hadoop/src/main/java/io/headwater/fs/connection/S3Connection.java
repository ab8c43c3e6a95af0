package io.headwater.fs.connection;

import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.S3aSettings;
import io.headwater.fs.config.ServiceAddress;
import io.headwater.fs.config.Settings;
import io.headwater.fs.credentials.S3Credentials;
import io.headwater.store.Capability;
import io.headwater.store.s3.S3Network;
import io.headwater.store.s3.S3Settings;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads the settings of a connection to an S3 service from Hadoop's configuration. */
public final class S3Connection {
  private S3Connection() {}

  /** The S3 settings of a bucket. An S3A user's settings apply too. */
  public static S3Settings settings(Settings settings) throws IOException {
    S3aRefusals.check(settings);
    Optional<URI> endpoint = endpoint(settings);
    boolean isAmazon = endpoint.map(AmazonEndpoint::is).orElse(true);
    // Only AWS certainly supports a host name for each bucket.
    boolean pathStyle = settings.flag(S3AccessSettings.PATH_STYLE_ACCESS).orElse(!isAmazon);
    String region = region(settings, endpoint);
    S3Network network = S3NetworkSettings.of(settings);
    Optional<Boolean> isAtomic = settings.flag(S3AccessSettings.CONDITIONS_ATOMIC);
    S3Settings known =
        new S3Settings(
            endpoint,
            region,
            pathStyle,
            new S3Credentials(settings, settings.s3aRoot(), network, region).provider(),
            network,
            S3RequestOptions.of(settings),
            capabilities(settings, isAmazon, isAtomic.orElse(isAmazon)),
            false);
    return isAmazon || isAtomic.isPresent() ? known : known.learningConditions();
  }

  private static String region(Settings settings, Optional<URI> endpoint) {
    return settings
        .text(S3AccessSettings.REGION)
        .or(() -> endpoint.flatMap(AmazonEndpoint::region))
        .orElse(S3AccessSettings.REGION.unset());
  }

  /**
   * Amazon documents that its conditional writes are atomic. What another store honours is found
   * out, unless the operator sets it.
   */
  private static Set<Capability> capabilities(
      Settings settings, boolean isAmazon, boolean isAtomic) {
    Set<Capability> capabilities = EnumSet.copyOf(S3Settings.COMMON_CAPABILITIES);
    if (!settings.consistentListing()) {
      capabilities.remove(Capability.CONSISTENT_LISTING);
    }
    if (isAtomic) {
      capabilities.add(Capability.REPLACE_IF_MATCH);
      capabilities.add(Capability.ATOMIC_CONDITIONS);
    }
    if (isAmazon) {
      capabilities.remove(Capability.STORLETS); // Amazon would send the complete object.
    }
    return capabilities;
  }

  private static Optional<URI> endpoint(Settings settings) {
    boolean plain =
        !settings.isOurs(S3AccessSettings.ENDPOINT)
            && !settings.isOn(S3aSettings.CONNECTION_SSL_ENABLED);
    return settings
        .find(S3AccessSettings.ENDPOINT)
        .map(found -> ServiceAddress.parse(found, plain ? "http://" : "https://"));
  }
}
