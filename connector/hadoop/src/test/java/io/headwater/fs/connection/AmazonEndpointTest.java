package io.headwater.fs.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of Amazon S3 that are written out, and other addresses. */
final class AmazonEndpointTest {
  @ParameterizedTest
  @CsvSource({
    "s3.eu-west-1.amazonaws.com, eu-west-1",
    "s3-us-west-2.amazonaws.com, us-west-2",
    "s3.dualstack.us-east-1.amazonaws.com, us-east-1",
    "s3-fips.us-gov-west-1.amazonaws.com, us-gov-west-1",
    "s3-fips.dualstack.us-east-2.amazonaws.com, us-east-2",
    "s3.cn-north-1.amazonaws.com.cn, cn-north-1",
    "bucket.vpce-1a2b3c4d-5e6f.s3.us-east-1.vpce.amazonaws.com, us-east-1"
  })
  void hasItsRegion(String host, String region) {
    URI endpoint = URI.create("https://" + host);
    assertThat(AmazonEndpoint.is(endpoint)).isTrue();
    assertThat(AmazonEndpoint.region(endpoint)).contains(region);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3.amazonaws.com", "S3.AMAZONAWS.COM"})
  void mayHaveNoRegion(String host) {
    URI endpoint = URI.create("https://" + host);
    assertThat(AmazonEndpoint.is(endpoint)).isTrue();
    assertThat(AmazonEndpoint.region(endpoint)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3.example.com",
        "minio.local",
        "s3.eu-west-1.amazonaws.com.example.com",
        "sts.eu-west-1.amazonaws.com",
        "127.0.0.1"
      })
  void isNotAnotherService(String host) {
    URI endpoint = URI.create("https://" + host);
    assertThat(AmazonEndpoint.is(endpoint)).isFalse();
    assertThat(AmazonEndpoint.region(endpoint)).isEmpty();
  }
}
