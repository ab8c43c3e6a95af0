package io.headwater.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.connection.S3NetworkSettings;
import io.headwater.store.s3.S3Network;
import io.headwater.testing.GeneratedTable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The reference table of the settings, which {@code make tables} writes into the documentation. */
final class SettingsTableTest {
  @Test
  void thePageHasTheTable() throws IOException {
    GeneratedTable.check("settings", table());
  }

  @Test
  void theNetworksDefaultsAreThoseOfTheStore() throws IOException {
    Settings settings =
        new Settings(new Configuration(false), BucketName.parse(URI.create("s3://bucket")));
    assertThat(S3NetworkSettings.of(settings)).isEqualTo(S3Network.DEFAULT);
  }

  private static String table() {
    return "| NAME | type | S3A's | default | description |\n|---|---|---|---|---|\n"
        + KnownSettings.ALL.stream().map(SettingsTableTest::row).collect(Collectors.joining());
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            setting.name(),
            type(setting),
            setting.s3aName().isEmpty() ? "" : "`" + setting.s3aName() + "`",
            setting.unset(),
            setting.description());
  }

  private static String type(Setting setting) {
    String type = setting.type().name().toLowerCase(Locale.ROOT);
    return switch (setting.type()) {
      case URL, FILE, TEXT, LIST, SECRET, FLAG, COUNT, CHOICE -> type;
      case SIZE ->
          setting.most() == Long.MAX_VALUE
              ? type
              : type + ", " + Setting.size(setting.least()) + " to " + Setting.size(setting.most());
      case TIME -> type + ", " + seconds(setting.least()) + " to " + seconds(setting.most());
    };
  }

  private static String seconds(long millis) {
    return Duration.ofMillis(millis).toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
