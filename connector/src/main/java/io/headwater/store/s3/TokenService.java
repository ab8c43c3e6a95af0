package io.headwater.store.s3;

import java.io.IOException;
import java.time.Duration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;

/**
 * How AWS's token service (STS), or one like it, is asked for keys. The store's settings bound the
 * wait, but never above the SDK's own bounds: a token is small, and its service silent for no good
 * reason.
 *
 * @param network how it is talked to
 * @param attempts the most times that one request for keys is sent, at least 1
 */
public record TokenService(S3Network network, int attempts) {
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
  private static final int MOST_ATTEMPTS = 4;

  public TokenService {
    attempts = Math.min(attempts, MOST_ATTEMPTS);
    if (network.socketTimeout().compareTo(LONGEST_SILENCE) > 0) {
      network = network.withSocketTimeout(LONGEST_SILENCE);
    }
  }

  /** The same by the proxy and the trust that the platform has, not by the store's. */
  public TokenService ofPlatform() {
    return new TokenService(network.ofPlatform(), attempts);
  }

  /**
   * A client to be completed by who asks, and where. Where no answer comes it fails with a {@link
   * TokenServiceSilentException}.
   *
   * @throws IOException if the network's certificates cannot be read
   */
  public StsClientBuilder client() throws IOException {
    return StsClient.builder()
        .httpClientBuilder(S3ClientFactory.http(network))
        .overrideConfiguration(overrides());
  }

  private ClientOverrideConfiguration overrides() {
    var overrides =
        ClientOverrideConfiguration.builder()
            .retryStrategy(strategy -> strategy.maxAttempts(attempts))
            // An answer that comes byte by byte is bounded as well.
            .apiCallTimeout(LONGEST_SILENCE.multipliedBy(MOST_ATTEMPTS))
            .addExecutionInterceptor(new Silence());
    network.requestBound().ifPresent(overrides::apiCallAttemptTimeout);
    return overrides.build();
  }

  /** Tells a failure without an answer as what it is, wherever its keys were wanted. */
  private final class Silence implements ExecutionInterceptor {
    @Override
    public Throwable modifyException(
        Context.FailedExecution failed, ExecutionAttributes attributes) {
      Throwable failure = failed.exception();
      boolean isSilence =
          failure instanceof ApiCallTimeoutException
              || failure instanceof ApiCallAttemptTimeoutException
              || S3Silences.find(failure, IOException.class).isPresent();
      return isSilence && failed.httpRequest().isPresent()
          ? new TokenServiceSilentException(message(failed), failure)
          : failure;
    }

    private String message(Context.FailedExecution failed) {
      var request = failed.httpRequest().orElseThrow();
      return "the token service "
          + request.protocol()
          + "://"
          + request.host()
          + ":"
          + request.port()
          + " gave no keys ("
          + S3Silences.root(failed.exception())
          + "); is it running, and reached from here? It is asked up to "
          + attempts
          + " times, and may be silent for "
          + network.socketTimeout()
          + ": fs.headwater.retry.attempts and fs.headwater.s3.connection.timeout make that less, and"
          + " fs.headwater.s3.connection.establish.timeout the wait for a connection";
    }
  }
}
