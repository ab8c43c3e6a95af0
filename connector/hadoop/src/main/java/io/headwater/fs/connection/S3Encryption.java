package io.headwater.fs.connection;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.S3aSettings;
import io.headwater.fs.config.Settings;
import io.headwater.store.connection.Secret;
import io.headwater.store.s3.Encryption;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.util.StringUtils;

/** Reads the encryption of a bucket's objects from Hadoop's configuration. */
final class S3Encryption {
  private static final ObjectMapper JSON = new ObjectMapper();

  private S3Encryption() {}

  /**
   * The requested encryption. An unsupported one is refused, because objects would otherwise be
   * written without it.
   */
  static Encryption of(Settings settings) throws IOException {
    Optional<Settings.Found> algorithm =
        settings
            .find(S3AccessSettings.ENCRYPTION_ALGORITHM)
            .or(() -> settings.find(S3aSettings.SERVER_SIDE_ENCRYPTION_ALGORITHM));
    if (algorithm.isEmpty()) {
      return Encryption.NONE;
    }
    Optional<Secret> key = key(settings);
    return switch (algorithm.get().value().toUpperCase(Locale.ROOT)) {
      case "SSE-S3", "AES256" -> new Encryption.OfService();
      case "SSE-KMS" -> new Encryption.Kms(false, key.map(Secret::reveal), context(settings));
      case "DSSE-KMS" -> new Encryption.Kms(true, key.map(Secret::reveal), context(settings));
      case "SSE-C" -> ofCustomer(key.orElseThrow(() -> noKey(algorithm.get(), settings)), settings);
      default -> throw unknown(algorithm.get());
    };
  }

  private static Optional<Secret> key(Settings settings) throws IOException {
    Optional<String> key = settings.secret(S3AccessSettings.ENCRYPTION_KEY);
    return (key.isPresent() ? key : settings.secret(S3aSettings.SERVER_SIDE_ENCRYPTION_KEY))
        .map(Secret::of);
  }

  private static Encryption ofCustomer(Secret key, Settings settings) {
    try {
      return new Encryption.OfCustomer(key);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          settings.nameFor(S3AccessSettings.ENCRYPTION_KEY)
              + " (or S3A's) is wrong: "
              + e.getMessage(),
          e);
    }
  }

  /** Converts S3A's notation, {@code name=value, name=value}, to the service's JSON. */
  private static Optional<String> context(Settings settings) {
    return settings
        .find(S3AccessSettings.ENCRYPTION_CONTEXT)
        .map(found -> json(found, StringUtils.getTrimmedStrings(found.value())));
  }

  private static String json(Settings.Found found, String[] pairs) {
    Map<String, String> context = new TreeMap<>();
    for (String pair : pairs) {
      int middle = pair.indexOf('=');
      if (middle < 1) {
        throw found.isNot("a list of name=value", null);
      }
      context.put(pair.substring(0, middle).trim(), pair.substring(middle + 1).trim());
    }
    try {
      return JSON.writeValueAsString(context);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }

  private static IllegalArgumentException noKey(Settings.Found algorithm, Settings settings) {
    return new IllegalArgumentException(
        algorithm.name()
            + " is SSE-C, which needs the key: set "
            + settings.nameFor(S3AccessSettings.ENCRYPTION_KEY)
            + " to 256 bits in base 64, best in a Hadoop credential file");
  }

  private static IllegalArgumentException unknown(Settings.Found algorithm) {
    return algorithm.isNot(
        "SSE-S3, SSE-KMS, DSSE-KMS or SSE-C. Headwater does not support "
            + "client-side encryption (CSE); objects would be written without it",
        null);
  }
}
