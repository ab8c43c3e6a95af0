package io.headwater.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings without effect, because their names are unknown. */
class KnownSettingsTest {
  private final Configuration configuration = new Configuration(false);

  @ParameterizedTest
  @CsvSource({
    "list.manifests, list.manifest",
    "retry.attemps, retry.attempts",
    "s3.endpont, s3.endpoint",
    "S3.Endpoint, s3.endpoint",
    "upload.part-size, upload.part.size",
    "swift.service.secret.key, swift.service.SERVICE.secret.key",
    "swift.service.user, swift.service.SERVICE.user",
    "swift.service.auth.url, swift.service.SERVICE.auth.url"
  })
  void aMisspeltNameIsReportedWithTheClosestOne(String name, String closest) {
    for (String prefix : new String[] {"fs.headwater.", "fs.headwater.bucket.my.lake."}) {
      configuration.clear();
      configuration.set(prefix + name, "1");
      assertThat(KnownSettings.unknown(configuration, "my.lake"))
          .containsExactly(
              prefix
                  + name
                  + " has no effect: there is no such setting. Did you mean "
                  + prefix
                  + closest
                  + "?");
    }
  }

  @Test
  void aNameThatIsLikeNoneIsReportedAlone() {
    configuration.set("fs.headwater.parquet.compression", "zstd");
    assertThat(KnownSettings.unknown(configuration, "lake"))
        .containsExactly(
            "fs.headwater.parquet.compression has no effect: there is no such setting.");
  }

  @Test
  void whatIsReadIsNotReported() {
    for (Setting setting : KnownSettings.ALL) {
      String name = setting.of("my.cloud").name();
      configuration.set("fs.headwater." + name, "1");
      configuration.set("fs.headwater.bucket.lake." + name, "1");
    }
    configuration.set("fs.headwater.bucket.other.no.setting.of.this.bucket", "1");
    configuration.set("fs.headwater.committer.job", "1");
    assertThat(KnownSettings.unknown(configuration, "lake")).isEmpty();
  }

  @Test
  void aNameIsDefinedOnce() {
    assertThat(KnownSettings.ALL).extracting(Setting::name).doesNotHaveDuplicates();
  }

  @Test
  void theDocumentationHasEverySetting() throws IOException {
    Path docs = Path.of("..", "..", "docs");
    String pages =
        Files.readString(docs.resolve("reference/settings.md"))
            + Files.readString(docs.resolve("guides/from-s3a.md"));
    assertThat(KnownSettings.ALL)
        .extracting(Setting::name)
        .allSatisfy(name -> assertThat(pages).contains(name.replaceFirst("^s3\\.", "")));
  }
}
