package io.headwater.fs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.RealStoreFixture;
import io.headwater.fs.ServedFileSystem;
import io.headwater.store.ListOptions;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.testing.Soak;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hadoop's conditional create. The cases are those of S3A's {@code
 * ITestS3APutIfMatchAndIfNoneMatch}, with the exceptions that Hadoop documents.
 */
class ConditionalCreateTest extends RealStoreFixture {
  private static final String ABSENT = "fs.option.create.conditional.overwrite";
  private static final String ETAG = "fs.option.create.conditional.overwrite.etag";
  private static final int RACERS = 4;
  private static final int ROUNDS = Soak.size(2, 200);
  private static final Path FILE = new Path("s3://bucket/folder/file");

  /** One is sent by one PUT, the other in parts. */
  private static final int LONG = 9 << 20;

  private static final Map<String, String> SMALL_PARTS =
      Map.of("fs.headwater.upload.whole.size", "5m", "fs.headwater.upload.part.size", "5m");

  private ServedFileSystem files;

  @BeforeEach
  void open() throws IOException {
    files = process();
  }

  /** Another process, with separate caches. */
  private ServedFileSystem process() throws IOException {
    return ServedFileSystem.over(new RetryLayer(real.store(), RetryPolicy.REQUEST), SMALL_PARTS);
  }

  private static FSDataOutputStream begin(ServedFileSystem files, String option, String value)
      throws IOException {
    return files.createFile(FILE).must(option, value).build();
  }

  private static void write(
      ServedFileSystem files, String option, String value, int number, int length)
      throws IOException {
    try (FSDataOutputStream out = begin(files, option, value)) {
      assertThat(out.hasCapability(option)).isTrue();
      for (int written = 0; written < length; written += 1 << 20) {
        out.write(bytes(number, Math.min(1 << 20, length - written)));
      }
    }
  }

  private void write(String option, String value, int number) throws IOException {
    write(files, option, value, number, 10);
  }

  private static byte[] bytes(int number, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) number);
    return bytes;
  }

  private void put(int number) throws IOException {
    try (FSDataOutputStream out = files.create(FILE, true)) {
      out.write(number);
    }
  }

  private static String etag(FileSystem files) throws IOException {
    return ((EtagSource) files.getFileStatus(FILE)).getEtag();
  }

  /** The number with which the file was written, and its length. */
  private List<Integer> content() throws IOException {
    try (FSDataInputStream in = process().open(FILE)) {
      byte[] all = in.readAllBytes();
      assertThat(all).isEqualTo(bytes(all.length == 0 ? 0 : all[0], all.length));
      return List.of(all.length == 0 ? 0 : (int) all[0], all.length);
    }
  }

  private void assertLoses(FSDataOutputStream out) {
    assertThatThrownBy(out::close)
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(FILE.toString());
  }

  @Test
  void isAPathCapability() throws IOException {
    assertThat(List.of(ABSENT, ETAG, "fs.option.create.in.close"))
        .allMatch(
            option -> {
              try {
                return files.hasPathCapability(FILE, option);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    try (FSDataOutputStream out = files.createFile(FILE).recursive().build()) {
      assertThat(out.hasCapability(ABSENT) || out.hasCapability(ETAG)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, LONG})
  void createsOnlyAnAbsentFile(int length) throws IOException {
    write(files, ABSENT, "true", 1, length);
    FSDataOutputStream second = begin(process(), ABSENT, "true");
    second.write(bytes(2, 10));
    assertLoses(second);
    assertLoses(begin(files, ABSENT, "true"));
    assertThat(content()).isEqualTo(List.of(length == 0 ? 0 : 1, length));
    files.delete(FILE, false);
    write(ABSENT, "true", 3);
    assertThat(content()).isEqualTo(List.of(3, 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, LONG})
  void theFirstToCloseCreatesTheFile(int length) throws IOException {
    FSDataOutputStream first = begin(files, ABSENT, "true");
    first.write(bytes(1, length));
    assertThat(real.store().list(ListOptions.tree("")).objects()).isEmpty();
    write(process(), ABSENT, "true", 2, length);
    assertLoses(first);
    assertThat(content()).isEqualTo(List.of(length == 0 ? 0 : 2, length));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LONG})
  void replacesTheFileWithTheEtag(int length) throws IOException {
    put(1);
    String etag = etag(files);
    FSDataOutputStream late = begin(process(), ETAG, etag);
    late.write(bytes(2, length));
    write(files, ETAG, etag, 3, length);
    assertThat(content()).isEqualTo(List.of(3, length));
    assertLoses(late);
    write(files, ETAG, etag(process()), 4, 10);
    assertThat(content()).isEqualTo(List.of(4, 10));
    assertThat(real.store().list(ListOptions.tree("")).objects()).hasSize(1);
  }

  @Test
  void failsIfTheFileWithTheEtagIsGone() throws IOException {
    put(1);
    String etag = etag(files);
    put(2);
    assertThatThrownBy(() -> write(ETAG, etag, 3)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(content()).isEqualTo(List.of(2, 1));
    String deleted = etag(files);
    files.delete(FILE, false);
    assertThatThrownBy(() -> write(ETAG, deleted, 3))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(real.store().list(ListOptions.tree("")).objects())
        .noneMatch(object -> object.key().endsWith("file"));
  }

  @Test
  void refusesWhatIsNoCondition() {
    assertThatThrownBy(() -> begin(files, ETAG, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ETAG);
    assertThatThrownBy(() -> files.createFile(FILE).must(ABSENT, true).opt(ETAG, "0123").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ABSENT);
    assertThatThrownBy(() -> files.createFile(FILE).must("fs.option.unknown", true).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void withoutAConditionItCreatesAsHadoopDoes() throws IOException {
    try (FSDataOutputStream out = files.createFile(FILE).must(ABSENT, false).recursive().build()) {
      out.write(1);
    }
    files.createFile(FILE).build().close();
    assertThat(content()).isEqualTo(List.of(0, 0));
    assertThatThrownBy(() -> files.createFile(FILE).overwrite(false).build())
        .isInstanceOf(FileAlreadyExistsException.class);
    Path missing = new Path("s3://bucket/missing/file");
    assertThatThrownBy(() -> files.createFile(missing).build())
        .isInstanceOf(FileNotFoundException.class);
  }

  private List<Integer> winners(String option, String value, int length) throws Exception {
    ServedFileSystem[] processes = {process(), process()};
    return SimultaneousCalls.accepted(
        RACERS,
        number -> {
          try {
            write(processes[number % 2], option, value, number + 1, length);
            return true;
          } catch (FileAlreadyExistsException e) {
            return false;
          }
        });
  }

  @Test
  void oneOfRacingWritersWinsEachRound() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> creators = winners(ABSENT, "true", 10);
      assertThat(creators).as("creators of round %d", round).hasSize(1);
      assertThat(content()).isEqualTo(List.of(creators.get(0) + 1, 10));
      List<Integer> replacers = winners(ETAG, etag(process()), 11);
      assertThat(replacers).as("replacers of round %d", round).hasSize(1);
      assertThat(content()).isEqualTo(List.of(replacers.get(0) + 1, 11));
      process().delete(FILE, false);
    }
  }
}
