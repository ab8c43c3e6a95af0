package io.headwater.fs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers in the options of opening a file. */
final class OpenFileOptionsTest {
  private static final Path FILE = new Path("s3://bucket/file");

  private MemoryFileSystem fileSystem;

  @BeforeEach
  void write() throws IOException {
    fileSystem = MemoryFileSystem.create();
    fileSystem.store().put("file", Content.of(new byte[100]), PutOptions.OVERWRITE);
  }

  private byte[] read(String option, String value) throws IOException {
    try (FSDataInputStream in =
        FutureIO.awaitFuture(fileSystem.openFile(FILE).opt(option, value).build())) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"split.start", "split.end", "length", "buffer.size"})
  void whatIsNoNumberIsNamed(String name) {
    String option = "fs.option.openfile." + name;
    assertThatThrownBy(() -> read(option, "abc"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(option + " is 'abc', which is not a number of bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "100.0", "1e2"})
  void anyKindOfNumberWillDo(String length) throws IOException {
    assertThat(read("fs.option.openfile.length", length)).hasSize(100);
  }

  @Test
  void anOptionThatIsUnknownIsStillRefusedWhereItIsAMust() {
    assertThatThrownBy(() -> fileSystem.openFile(FILE).must("fs.option.none", "abc").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.option.none");
  }

  @Test
  void hadoopsStandardOptionsMayBeAMust() {
    assertThat(OpenFileBuilder.OPTIONS)
        .containsAll(Options.OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS);
  }
}
