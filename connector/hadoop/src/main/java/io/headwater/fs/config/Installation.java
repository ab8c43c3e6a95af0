package io.headwater.fs.config;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Refuses file systems in a process where not all of Headwater works. The class path decides, so
 * every process of an application decides alike, from its first file system on.
 */
public final class Installation {
  private static final List<InstallationCheck> CHECKS =
      ServiceLoader.load(InstallationCheck.class, Installation.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private Installation() {}

  /** Fails if an {@link InstallationCheck} has a reason. */
  public static void check(URI uri) throws IOException {
    for (InstallationCheck check : CHECKS) {
      Optional<String> reason = check.refusal();
      if (reason.isPresent()) {
        throw new IOException(uri + " cannot be used. " + reason.get());
      }
    }
  }
}
