package io.headwater.store.s3;

import io.headwater.store.connection.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Which key the service encrypts objects with, as request headers (S3 API reference). */
public sealed interface Encryption {
  /** The bucket's default. */
  Encryption NONE = new None();

  /** Headers of requests that create an object. */
  Map<String, String> ofNewObjects();

  /** Headers of requests for the content of an existing object, or of a part. */
  default Map<String, String> ofContent() {
    return Map.of();
  }

  /** Headers that describe the source of a copy. */
  default Map<String, String> ofCopySource() {
    return Map.of();
  }

  /** The bucket's default. */
  record None() implements Encryption {
    @Override
    public Map<String, String> ofNewObjects() {
      return Map.of();
    }
  }

  /** Keys of the service (SSE-S3). */
  record OfService() implements Encryption {
    @Override
    public Map<String, String> ofNewObjects() {
      return Map.of("x-amz-server-side-encryption", "AES256");
    }
  }

  /**
   * A key of AWS's key management (SSE-KMS, DSSE-KMS).
   *
   * @param twice whether to encrypt in two layers
   * @param key its identifier or ARN, or empty for the account's default key for S3
   * @param context JSON that decryption must supply as well
   */
  record Kms(boolean twice, Optional<String> key, Optional<String> context) implements Encryption {
    @Override
    public Map<String, String> ofNewObjects() {
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("x-amz-server-side-encryption", twice ? "aws:kms:dsse" : "aws:kms");
      key.ifPresent(id -> headers.put("x-amz-server-side-encryption-aws-kms-key-id", id));
      context.ifPresent(
          json -> headers.put("x-amz-server-side-encryption-context", base64(utf8(json))));
      return headers;
    }
  }

  /**
   * A key that each request carries (SSE-C).
   *
   * @param key of 256 bits, in base 64
   */
  record OfCustomer(Secret key) implements Encryption {
    private static final int KEY_BYTES = 32;

    public OfCustomer {
      if (bytes(key).length != KEY_BYTES) {
        throw new IllegalArgumentException("a customer's key has 256 bits, in base 64");
      }
    }

    @Override
    public Map<String, String> ofNewObjects() {
      return ofContent();
    }

    @Override
    public Map<String, String> ofContent() {
      return headers("x-amz-");
    }

    @Override
    public Map<String, String> ofCopySource() {
      return headers("x-amz-copy-source-");
    }

    private Map<String, String> headers(String prefix) {
      String name = prefix + "server-side-encryption-customer-";
      return Map.of(
          name + "algorithm",
          "AES256",
          name + "key",
          key.reveal(),
          name + "key-MD5",
          base64(md5(bytes(key))));
    }

    private static byte[] bytes(Secret key) {
      try {
        return Base64.getDecoder().decode(key.reveal());
      } catch (IllegalArgumentException e) {
        return new byte[0]; // The cause would reveal some of the key.
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] md5(byte[] bytes) {
    try {
      return MessageDigest.getInstance("MD5").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
