package io.headwater.store.s3;

import io.headwater.store.connection.Authorities;
import io.headwater.store.content.OpenBodies;
import io.headwater.store.s3.interceptors.EmptyContentSigning;
import io.headwater.store.s3.interceptors.LearnedConditions;
import io.headwater.store.s3.interceptors.ListedNames;
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

/** Creates SDK clients in which one call is one request: no retries, no discovery, no redirects. */
public final class S3ClientFactory {
  private S3ClientFactory() {}

  /** A new client, which the caller closes. */
  public static S3Client create(S3Settings settings) throws IOException {
    var builder =
        S3Client.builder()
            .httpClientBuilder(http(settings.network()))
            .region(Region.of(settings.region()))
            .forcePathStyle(settings.pathStyle())
            .credentialsProvider(translateFailures(settings.credentials()))
            .crossRegionAccessEnabled(false)
            .disableMultiRegionAccessPoints(true)
            // The SDK's default adds CRC trailers that many S3 services do not support.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            // DeleteObjects needs a checksum. Every service accepts Content-MD5.
            .addPlugin(LegacyMd5Plugin.create())
            .overrideConfiguration(overrides(settings));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  /** An HTTP client with these network settings. */
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
    settings.endpoint().map(LearnedConditions::of).ifPresent(overrides::addExecutionInterceptor);
    overrides.addExecutionInterceptor(new EmptyContentSigning());
    overrides.addExecutionInterceptor(new ListedNames());
    settings.options().interceptors().forEach(overrides::addExecutionInterceptor);
    settings.network().requestBound().ifPresent(overrides::apiCallTimeout);
    return overrides.build();
  }

  /** The version is in the jar's manifest. Classes outside a jar have none. */
  private static String userAgent() {
    String version = S3ClientFactory.class.getPackage().getImplementationVersion();
    return "Headwater/" + (version == null ? "development" : version);
  }

  private static AwsCredentialsProvider translateFailures(AwsCredentialsProvider provider) {
    return () -> {
      try {
        return provider.resolveCredentials();
      } catch (SdkClientException e) {
        throw new CredentialsUnavailableException(e);
      }
    };
  }
}
