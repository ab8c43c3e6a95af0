package io.headwater.fs.connection;

import io.headwater.fs.config.S3aSettings;
import io.headwater.fs.config.Setting;
import io.headwater.fs.config.Settings;

/** Refuses S3A's settings that Headwater does not support and that a job may rely on. */
final class S3aRefusals {
  private S3aRefusals() {}

  /** Refuses settings whose value is not the default. */
  static void check(Settings settings) {
    for (Setting each : S3aSettings.REFUSED) {
      settings
          .find(each)
          .filter(found -> !found.value().equalsIgnoreCase(each.unset()))
          .ifPresent(
              found -> {
                throw new IllegalArgumentException(
                    found.name()
                        + " is set, which Headwater does not support: "
                        + each.description());
              });
    }
  }
}
