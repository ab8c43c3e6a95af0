package io.headwater.fs.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;

/** The connections of a provider are closed when nothing can use the provider. */
@Timeout(60)
final class SelfClosingCredentialsTest {
  /** A client that sends nothing. */
  private static final class Client implements StsClient {
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public String serviceName() {
      return StsClient.SERVICE_NAME;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void closesTheConnectionsOfAnUnusedProvider() throws InterruptedException {
    Client client = new Client();
    provider(client);
    do {
      System.gc();
    } while (!client.closed.await(10, TimeUnit.MILLISECONDS));
  }

  @Test
  void keepsTheConnectionsOfAUsedProvider() throws InterruptedException {
    Client used = new Client();
    SelfClosingCredentials provider = provider(used);
    Client unused = new Client();
    provider(unused);
    do {
      System.gc();
    } while (!unused.closed.await(10, TimeUnit.MILLISECONDS));
    assertThat(used.closed.getCount()).isEqualTo(1);
    Reference.reachabilityFence(provider);
  }

  private static SelfClosingCredentials provider(StsClient client) {
    return new SelfClosingCredentials(
        StsAssumeRoleCredentialsProvider.builder()
            .stsClient(client)
            .refreshRequest(request -> request.roleArn("arn"))
            .build(),
        client);
  }
}
