package io.headwater.commit.manifest;

import java.util.Optional;
import java.util.UUID;

/**
 * The writer of a dataset.
 *
 * @param id 32 hexadecimal digits, globally unique
 * @param application the program's identifier, such as Spark's application id, or empty if unknown
 * @param user who runs it, or empty if unknown
 */
public record ManifestJob(String id, Optional<String> application, Optional<String> user) {
  /** A random identifier for a job. */
  public static String newId() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
