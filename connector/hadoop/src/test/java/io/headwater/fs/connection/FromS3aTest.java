package io.headwater.fs.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.OverWire;
import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.S3aSettings;
import io.headwater.fs.config.Setting;
import io.headwater.fs.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The claims of docs/guides/from-s3a.md are true: its tests exist, and its settings are read or
 * refused.
 */
final class FromS3aTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "guides", "from-s3a.md");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)\\.(\\w+)`");
  private static final Pattern SETTING = Pattern.compile("`(?:fs\\.s3a)?\\.([\\w.-]+)`");

  /** The settings in the first column of a section's table, without {@code fs.s3a.}. */
  private static Set<String> settingsOf(String section) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String row : rows(section)) {
      Matcher setting = SETTING.matcher(row.split("\\|")[1]);
      while (setting.find()) {
        names.add(setting.group(1));
      }
    }
    return names;
  }

  private static List<String> rows(String section) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n## " + section + "\n");
    assertThat(start).as(section).isNotNegative();
    int end = page.indexOf("\n## ", start + 1);
    String text = page.substring(start, end < 0 ? page.length() : end);
    List<String> rows = text.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    assertThat(rows).as(section).isNotEmpty();
    return rows;
  }

  @Test
  void everyRowHasATestThatExists() throws IOException {
    for (String row : rows("Supported settings")) {
      Matcher test = TEST.matcher(row);
      int found = 0;
      while (test.find()) {
        assertThat(sourceOf(test.group(1))).as(row).contains("void " + test.group(2) + "(");
        found++;
      }
      assertThat(found).as(row).isPositive();
    }
  }

  private static String sourceOf(String test) throws IOException {
    for (String module : List.of("store", "commit", "hadoop")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test"))) {
        Optional<Path> source = files.filter(file -> file.endsWith(test + ".java")).findAny();
        if (source.isPresent()) {
          return Files.readString(source.get());
        }
      }
    }
    throw new AssertionError("no " + test);
  }

  @Test
  void everySettingThatIsHonouredIsRead() throws IOException {
    ReadNames read = new ReadNames();
    for (String role :
        new String[] {"AssumedRoleCredentialProvider", "ProfileAWSCredentialsProvider"}) {
      Map<String, String> settings =
          Map.of(
              "aws.credentials.provider", "org.apache.hadoop.fs.s3a.auth." + role,
              "assumed.role.arn", "arn:aws:iam::1:role/reader",
              "server-side-encryption-algorithm", "SSE-KMS",
              "endpoint", "store.example.org",
              "proxy.host", "proxy",
              "access.key", "key",
              "secret.key", "secret");
      settings.forEach((name, value) -> read.set("fs.s3a." + name, value));
      S3Connection.settings(new Settings(read, BucketName.parse(URI.create("s3://bucket"))));
    }
    Set<String> documented = settingsOf("Supported settings");
    documented.addAll(settingsOf("What is refused"));
    read.names.removeIf(name -> name.startsWith("bucket."));
    assertThat(read.names).containsExactlyInAnyOrderElementsOf(documented);
  }

  @Test
  void everySettingOfS3asDefaultsIsOnThePage() throws IOException {
    Set<String> documented = settingsOf("Supported settings");
    documented.addAll(settingsOf("What is refused"));
    documented.addAll(settingsOf("What has no effect"));
    List<String> missing = new ArrayList<>();
    new Configuration()
        .forEach(
            entry -> {
              String name = entry.getKey().replaceFirst("^fs\\.s3a\\.", "");
              if (entry.getKey().startsWith("fs.s3a.")
                  && documented.stream()
                      .noneMatch(each -> name.equals(each) || isOfFamily(name, each))) {
                missing.add(entry.getKey());
              }
            });
    assertThat(missing).isEmpty();
  }

  /** "committer." represents all names with that prefix. */
  private static boolean isOfFamily(String name, String documented) {
    return documented.endsWith(".") && name.startsWith(documented);
  }

  @Test
  void thePageHasEverySettingThatIsRefused() throws IOException {
    assertThat(settingsOf("What is refused"))
        .filteredOn(name -> !name.equals(S3AccessSettings.ENCRYPTION_ALGORITHM.s3aName()))
        .containsExactlyInAnyOrderElementsOf(
            S3aSettings.REFUSED.stream().map(Setting::s3aName).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "accesspoint.arn, arn:aws:s3:eu-west-1:1:accesspoint/a",
    "accesspoint.required, true",
    "access.grants.enabled, true",
    "delegation.token.binding, org.example.Binding",
    "endpoint.fips, true",
    "object.content.encoding, gzip",
    "s3.client.factory.impl, org.example.Factory"
  })
  void refused(String name, String value) throws IOException {
    assertThat(settingsOf("What is refused")).contains(name);
    try (OverWire wire = new OverWire()) {
      for (String prefix : new String[] {"fs.s3a.", "fs.s3a.bucket.bucket."}) {
        wire.with(prefix + name, value);
        assertThatThrownBy(wire::open)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(prefix + name + " is set, which Headwater does not support");
        wire.configuration().unset(prefix + name);
      }
      wire.with("fs.s3a.bucket.other." + name, value).use();
    }
  }

  /** Records the names that are read. */
  private static final class ReadNames extends Configuration {
    private static final String PREFIX = "fs.s3a.";
    final Set<String> names = new TreeSet<>();

    @Override
    public synchronized String[] getPropertySources(String name) {
      note(name);
      return super.getPropertySources(name);
    }

    @Override
    public char[] getPassword(String name) throws IOException {
      note(name);
      return super.getPassword(name);
    }

    private void note(String name) {
      if (name.startsWith(PREFIX)) {
        names.add(name.substring(PREFIX.length()));
      }
    }
  }
}
