package io.headwater.store.s3;

import io.headwater.store.retry.FailureTimes;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;

/**
 * How keys are requested from AWS's token service (STS) or a compatible one. The store's settings
 * limit the wait, up to the SDK's own limits. Tokens are small, so a long silence indicates a
 * fault.
 *
 * @param network connections and timeouts
 * @param attempts how often one request for keys is sent at most, at least 1
 */
public record TokenService(S3Network network, int attempts) {
  private static final BackoffStrategy PAUSES =
      BackoffStrategy.exponentialDelay(
          RetryPolicy.KEYS.firstPause(), RetryPolicy.KEYS.longestPause());

  public TokenService {
    attempts = Math.min(attempts, RetryPolicy.KEYS.attempts());
    if (network.socketTimeout().compareTo(FailureTimes.KEYS_SILENCE) > 0) {
      network = network.withSocketTimeout(FailureTimes.KEYS_SILENCE);
    }
  }

  /** The same service with the platform's proxy and trust store instead of the store's. */
  public TokenService ofPlatform() {
    return new TokenService(network.ofPlatform(), attempts);
  }

  /**
   * A client to which the caller adds credentials and an address. If no response arrives, the
   * client throws a {@link TokenServiceSilentException}.
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
            .retryStrategy(strategy -> strategy.maxAttempts(attempts).backoffStrategy(PAUSES))
            // Also limits a response that arrives byte by byte.
            .apiCallTimeout(RetryPolicy.KEYS.total())
            .addExecutionInterceptor(new Silence());
    network.requestBound().ifPresent(overrides::apiCallAttemptTimeout);
    return overrides.build();
  }

  /** Translates a failure without a response, wherever the keys were needed. */
  private final class Silence implements ExecutionInterceptor {
    @Override
    public Throwable modifyException(
        Context.FailedExecution failed, ExecutionAttributes attributes) {
      Throwable failure = failed.exception();
      boolean isSilence =
          failure instanceof ApiCallTimeoutException
              || failure instanceof ApiCallAttemptTimeoutException
              || TransportErrors.find(failure, IOException.class).isPresent();
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
          + " returned no keys ("
          + TransportErrors.root(failed.exception())
          + "). Is it running and reachable? Headwater tries up to "
          + attempts
          + " times and waits for a response for "
          + network.socketTimeout()
          + ". To wait less, lower fs.headwater.retry.attempts, "
          + "fs.headwater.s3.connection.timeout or "
          + "fs.headwater.s3.connection.establish.timeout";
    }
  }
}
