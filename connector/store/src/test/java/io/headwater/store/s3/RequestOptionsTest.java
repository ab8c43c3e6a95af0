package io.headwater.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.connection.Secret;
import io.headwater.store.content.Content;
import io.headwater.testing.RecordedS3;
import io.headwater.testing.RecordedS3.Received;
import io.headwater.testing.TestServer;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which headers each kind of request sends. */
final class RequestOptionsTest {
  private static final Set<String> NEW_OBJECTS = Set.of("PutObject", "CreateUpload", "CopyObject");
  private static final byte[] KEY = new byte[32];
  private static final Secret SECRET = Secret.of(Base64.getEncoder().encodeToString(KEY));

  @ParameterizedTest
  @CsvSource({"AES256", "aws:kms", "aws:kms:dsse"})
  void requestsEncryptionWhereObjectsAreCreated(String algorithm) throws IOException {
    Encryption encryption =
        algorithm.equals("AES256")
            ? new Encryption.OfService()
            : new Encryption.Kms(
                algorithm.endsWith("dsse"), Optional.of("arn:key"), Optional.of("{}"));
    List<Received> requests = requests(encrypted(encryption));
    assertThat(kindsWith(requests, "x-amz-server-side-encryption", algorithm))
        .isEqualTo(NEW_OBJECTS);
    if (!algorithm.equals("AES256")) {
      String prefix = "x-amz-server-side-encryption-";
      assertThat(kindsWith(requests, prefix + "aws-kms-key-id", "arn:key")).isEqualTo(NEW_OBJECTS);
      assertThat(kindsWith(requests, prefix + "context", "e30=")).isEqualTo(NEW_OBJECTS);
    }
  }

  @Test
  void sendsACustomersKeyWithEveryRequestForContent() throws IOException {
    List<Received> requests = requests(encrypted(new Encryption.OfCustomer(SECRET)));
    Set<String> needKey = new TreeSet<>(NEW_OBJECTS);
    needKey.addAll(Set.of("UploadPart", "UploadPartCopy", "GetObject", "HeadObject"));
    Set<String> copies = Set.of("CopyObject", "UploadPartCopy");
    String md5 = "cLyPS3KoaSFGi/joRB3OUQ=="; // openssl md5 -binary of 32 zeros, in base 64
    for (String prefix : new String[] {"x-amz-", "x-amz-copy-source-"}) {
      String name = prefix + "server-side-encryption-customer-";
      Set<String> wanted = prefix.equals("x-amz-") ? needKey : copies;
      assertThat(kindsWith(requests, name + "algorithm", "AES256")).isEqualTo(wanted);
      assertThat(kindsWith(requests, name + "key", SECRET.reveal())).isEqualTo(wanted);
      assertThat(kindsWith(requests, name + "key-md5", md5)).isEqualTo(wanted);
    }
  }

  @Test
  void neverPrintsACustomersKey() {
    String text = settings(encrypted(new Encryption.OfCustomer(SECRET)), "http://x").toString();
    assertThat(text).doesNotContain(SECRET.reveal()).contains("***");
    String wrong = Base64.getEncoder().encodeToString(Arrays.copyOf(KEY, 31));
    for (String each : new String[] {wrong, "no base 64!"}) {
      assertThatThrownBy(() -> new Encryption.OfCustomer(Secret.of(each)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a customer's key has 256 bits, in base 64")
          .hasNoCause();
    }
  }

  @Test
  void sendsTheStorageClassWhereObjectsAreCreated() throws IOException {
    RequestOptions options =
        of(new ObjectOptions(Encryption.NONE, Optional.of("GLACIER_IR"), Optional.empty()));
    assertThat(kindsWith(requests(options), "x-amz-storage-class", "GLACIER_IR"))
        .isEqualTo(NEW_OBJECTS);
  }

  @Test
  void sendsTheCannedAclWhereObjectsAreCreated() throws IOException {
    RequestOptions options =
        of(new ObjectOptions(Encryption.NONE, Optional.empty(), Optional.of("private")));
    assertThat(kindsWith(requests(options), "x-amz-acl", "private")).isEqualTo(NEW_OBJECTS);
  }

  @Test
  void theRequesterPaysForAll() throws IOException {
    RequestOptions options =
        new RequestOptions(ObjectOptions.DEFAULT, true, Optional.empty(), Optional.empty());
    List<Received> requests = requests(options);
    assertThat(requests).allMatch(each -> each.header("x-amz-request-payer").isPresent());
    assertThat(requests.stream().map(Received::kind).collect(Collectors.toSet())).hasSize(11);
  }

  @Test
  void nothingElseIsSaidByItself() throws IOException {
    assertThat(
            requests(RequestOptions.NONE).stream()
                .flatMap(each -> each.headers().keySet().stream()))
        .map(String::toLowerCase)
        .noneMatch(name -> name.contains("encryption"))
        .doesNotContain("x-amz-storage-class", "x-amz-acl", "x-amz-request-payer");
  }

  @Test
  void whatIsAddedIsSigned() throws IOException {
    RequestOptions options = encrypted(new Encryption.OfService());
    assertThat(requests(options).get(0).header("authorization").orElseThrow())
        .contains(";x-amz-server-side-encryption,");
  }

  private static RequestOptions encrypted(Encryption encryption) {
    return of(new ObjectOptions(encryption, Optional.empty(), Optional.empty()));
  }

  private static RequestOptions of(ObjectOptions objects) {
    return new RequestOptions(objects, false, Optional.empty(), Optional.empty());
  }

  private static Set<String> kindsWith(List<Received> requests, String header, String value) {
    return requests.stream()
        .filter(each -> each.header(header).isPresent())
        .peek(each -> assertThat(each.header(header)).contains(value))
        .map(Received::kind)
        .collect(Collectors.toSet());
  }

  private static S3Settings settings(RequestOptions options, String endpoint) {
    return S3Settings.defaults(TestServer.credentials("a", "b"))
        .withEndpoint(URI.create(endpoint))
        .withOptions(options);
  }

  /** One request of every kind. The first is a PUT. */
  private static List<Received> requests(RequestOptions options) throws IOException {
    try (RecordedS3 server = new RecordedS3();
        S3Store store =
            S3Store.open("bucket", settings(options, server.endpoint().toString()), 1000);
        S3Store copying =
            S3Store.open("bucket", settings(options, server.endpoint().toString()), 1)) {
      Content content = Content.of(RecordedS3.CONTENT);
      store.put("a", content, PutOptions.OVERWRITE);
      store.head("a");
      try (ObjectBody body = store.get("a", GetOptions.WHOLE)) {
        assertThat(body.stream().readAllBytes()).isEqualTo(RecordedS3.CONTENT);
      }
      store.copy("a", "b");
      copying.copy("a", "b");
      String id = store.uploads().create("c", PutOptions.OVERWRITE.withMetadata(Map.of("k", "v")));
      UploadedPart part = store.uploads().put("c", id, 1, content);
      store.uploads().complete("c", id, List.of(part), PutMode.OVERWRITE);
      store.uploads().abort("c", id);
      store.delete("a");
      store.deleteAll(List.of("a", "b"));
      store.list(ListOptions.tree(""));
      return server.requests();
    }
  }
}
