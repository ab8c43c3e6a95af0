package io.headwater.commit.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PartitionPathTest {
  /**
   * The left side is the output of Spark's ExternalCatalogUtils, which does not escape other
   * characters than ASCII.
   */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          1, 1
          x%2Fy, x/y
          100%25, 100%
          a%3Db, a=b
          %7Btext%7D, {text}
          2026-11-20 10%3A15%3A30, 2026-11-20 10:15:30
          café, café
          数据😀, 数据😀
          %e9, é
          %zz, %zz
          %2, %2
          50%, 50%
          """)
  void aValueIsAsSparkReadsIt(String folder, String value) {
    assertThat(PartitionPath.values("c=" + folder + "/part-0"))
        .containsExactly(Map.entry("c", value));
  }

  @Test
  void hivesDefaultPartitionIsNull() {
    Map<String, String> expected = new HashMap<>();
    expected.put("a", null);
    expected.put("b", "");
    assertThat(PartitionPath.values("a=__HIVE_DEFAULT_PARTITION__/b=/part-0")).isEqualTo(expected);
  }

  @Test
  void columnsKeepTheirOrderAndAreUnescaped() {
    Map<String, String> values = PartitionPath.values("z=1/plain/a%2Fb=2/=3/part=4");
    assertThat(Arrays.asList(values.keySet().toArray())).isEqualTo(Arrays.asList("z", "a/b"));
  }
}
