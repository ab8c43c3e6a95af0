package io.headwater.store.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects on disk that await their task's commit. A task may have thousands of them. */
class WaitingObjectsTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final long PART = 5 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"STREAM, 100", "BUFFER, 100", "BUFFER, 12000000"})
  void aSealedObjectKeepsNoFileOpen(WritePolicy policy, int length) throws Exception {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "an operating system that lists open files");
    ObjectStore store = new MemoryStore("waiting");
    UploadResources resources =
        new UploadResources(new UploadSettings(policy, 0, folder, 2 * PART, PART, 2));
    List<ObjectWriter> waiting = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      ObjectWriter writer =
          policy == WritePolicy.STREAM
              ? ObjectWriter.toOwn(store, resources, "k" + number, PutOptions.OVERWRITE)
              : ObjectWriter.unnamed(store, resources, PutOptions.OVERWRITE);
      writer.write(new byte[length]);
      assertThat(openBelow(folder)).hasSize(1);
      writer.close();
      waiting.add(writer);
    }
    assertThat(openBelow(folder)).isEmpty();
    assertThat(folder).isNotEmptyDirectory();

    for (ObjectWriter writer : waiting) {
      assertThat(writer.publishAs("k" + waiting.indexOf(writer)).length()).isEqualTo(length);
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static List<Path> openBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.map(WaitingObjectsTest::target).filter(file -> file.startsWith(folder)).toList();
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (NoSuchFileException e) {
      return descriptor; // Closed since the listing.
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
