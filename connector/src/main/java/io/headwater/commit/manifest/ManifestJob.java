package io.headwater.commit.manifest;

import java.util.Optional;
import java.util.UUID;

/**
 * Who writes a dataset.
 *
 * @param id 32 hexadecimal digits that no other job has
 * @param application the program's identifier, such as Spark's application id; empty if not known
 * @param user who runs it; empty if not known
 */
public record ManifestJob(String id, Optional<String> application, Optional<String> user) {
  /** A random identifier for a job. */
  public static String newId() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
