package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.MultipartUploads;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lengths of parts. */
final class UploadSettingsTest {
  private static final long MEBIBYTE = 1 << 20;
  private static final long LONGEST_OBJECT = 5L << 40;
  private static final int MOST_PARTS = 10_000;

  @Test
  void partsGrowWithTheirObject() {
    assertThat(lengths(8 * MEBIBYTE, 1, 16, 17, 32, 33, 48, 49, 1000, 1001))
        .containsExactly(
            Stream.of(8, 8, 16, 16, 32, 32, 64, 64, 128).mapToLong(n -> n * MEBIBYTE).toArray());
    assertThat(partsOf(512 * MEBIBYTE, 8 * MEBIBYTE)).isEqualTo(36);
  }

  @Test
  void theLongestObjectHasNotTooManyParts() {
    assertThat(partsOf(LONGEST_OBJECT, MultipartUploads.MINIMUM_PART_LENGTH))
        .isLessThanOrEqualTo(MOST_PARTS);
  }

  @Test
  void noPartIsLongerThanARequestMayBe() {
    assertThat(lengths(UploadSettings.MAXIMUM_LENGTH, 1, 49, MOST_PARTS))
        .containsOnly(UploadSettings.MAXIMUM_LENGTH);
  }

  private static long partsOf(long object, long partLength) {
    int parts = 0;
    for (long sent = 0; sent < object; sent += lengths(partLength, parts)[0]) {
      parts++;
    }
    return parts;
  }

  private static long[] lengths(long partLength, int... numbers) {
    UploadSettings settings =
        new UploadSettings(WritePolicy.BUFFER, 0, Path.of("unused"), 0, partLength, 1);
    long[] lengths = new long[numbers.length];
    for (int place = 0; place < numbers.length; place++) {
      lengths[place] = settings.lengthOfPart(numbers[place]);
    }
    return lengths;
  }
}
