package io.headwater.store.s3;

import io.headwater.store.Authorities;
import io.headwater.store.OpenBodies;
import java.io.IOException;
import javax.net.ssl.TrustManager;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedClientOption;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Makes the SDK's client so that one call is one request: no retries, no discovery, no redirect.
 */
public final class S3ClientFactory {
  private S3ClientFactory() {}

  /** A client of its own; who asked for it closes it. */
  public static S3Client create(S3Settings settings) throws IOException {
    var builder =
        S3Client.builder()
            .httpClientBuilder(http(settings.network()))
            .region(Region.of(settings.region()))
            .forcePathStyle(settings.pathStyle())
            .credentialsProvider(told(settings.credentials()))
            .crossRegionAccessEnabled(false)
            .disableMultiRegionAccessPoints(true)
            // The SDK's own default adds CRC trailers that many S3 services do not know.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            // DeleteObjects needs a checksum, and Content-MD5 is the one that every service takes.
            .addPlugin(LegacyMd5Plugin.create())
            .overrideConfiguration(overrides(settings));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  /** How services are talked to over such a network. */
  public static Apache5HttpClient.Builder http(S3Network network) throws IOException {
    Apache5HttpClient.Builder http =
        Apache5HttpClient.builder()
            .maxConnections(network.maxConnections())
            .connectionTimeout(network.connectTimeout())
            .connectionAcquisitionTimeout(OpenBodies.REST)
            .socketTimeout(network.socketTimeout());
    network.proxy().map(S3Proxy::configuration).ifPresent(http::proxyConfiguration);
    if (network.caFile().isPresent()) {
      TrustManager[] trusted = Authorities.of(network.caFile().get());
      http.tlsTrustManagersProvider(() -> trusted);
    }
    return http;
  }

  private static ClientOverrideConfiguration overrides(S3Settings settings) {
    var overrides =
        ClientOverrideConfiguration.builder()
            .retryStrategy(DefaultRetryStrategy.doNotRetry())
            .putAdvancedOption(SdkAdvancedClientOption.USER_AGENT_SUFFIX, userAgent());
    settings
        .options()
        .userAgent()
        .ifPresent(
            prefix ->
                overrides.putAdvancedOption(SdkAdvancedClientOption.USER_AGENT_PREFIX, prefix));
    settings.options().interceptors().forEach(overrides::addExecutionInterceptor);
    settings.network().requestBound().ifPresent(overrides::apiCallTimeout);
    return overrides.build();
  }

  /** The version is in the jar's manifest; classes outside a jar have none. */
  private static String userAgent() {
    String version = S3ClientFactory.class.getPackage().getImplementationVersion();
    return "Headwater/" + (version == null ? "development" : version);
  }

  private static AwsCredentialsProvider told(AwsCredentialsProvider provider) {
    return () -> {
      try {
        return provider.resolveCredentials();
      } catch (SdkClientException e) {
        throw new CredentialsUnavailableException(e);
      }
    };
  }
}
