package io.headwater.fs.config;

import java.util.Optional;

/**
 * Says why Headwater cannot be used in this process. A bundle for Spark registers one as a service.
 */
@FunctionalInterface
public interface InstallationCheck {
  /** The reason and what to do, or empty if Headwater can be used. */
  Optional<String> refusal();

  /** Which part of Headwater is not used and what to do, or empty if all parts are. */
  default Optional<String> warning() {
    return Optional.empty();
  }
}
