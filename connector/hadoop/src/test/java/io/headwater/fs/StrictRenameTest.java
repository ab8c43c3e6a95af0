package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code FileContext.rename}, and the form of {@code FileSystem.rename} that it calls. */
final class StrictRenameTest {
  private static final Path SOURCE = new Path("/in/source");
  private static final Path TARGET = new Path("/out/target");

  private MemoryFileSystem fileSystem;
  private FileContext context;

  /** Makes a file system available to FileContext. */
  private static final class Binding extends DelegateToFileSystem {
    Binding(FileSystem fileSystem) throws IOException, URISyntaxException {
      super(fileSystem.getUri(), fileSystem, new Configuration(false), "s3", false);
    }
  }

  @BeforeEach
  void open() throws Exception {
    fileSystem = MemoryFileSystem.create();
    context = FileContext.getFileContext(new Binding(fileSystem), new Configuration(false));
    write(SOURCE, "new");
  }

  private void write(Path path, String text) throws IOException {
    try (FSDataOutputStream out = fileSystem.create(path, true)) {
      out.writeBytes(text);
    }
  }

  private String read(Path path) throws IOException {
    return new String(fileSystem.open(path).readAllBytes());
  }

  @Test
  void theOnlyFileOfAnUnmarkedFolderIsReplaced() throws Exception {
    write(TARGET, "old");
    context.rename(path(SOURCE), path(TARGET), Rename.OVERWRITE);
    assertThat(read(TARGET)).isEqualTo("new");
    assertThat(fileSystem.keys()).containsExactly("out/target");
  }

  @Test
  void aFileIsReplacedByOneCopy() throws Exception {
    write(TARGET, "old");
    fileSystem.rename(SOURCE, TARGET, Rename.OVERWRITE);
    assertThat(read(TARGET)).isEqualTo("new");
    assertThat(fileSystem.keys()).containsExactly("out/target");
  }

  @Test
  void theTargetsFolderMustExist() {
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, TARGET, Rename.NONE))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(TARGET.getParent().toString());
  }

  @Test
  void anEmptyFolderIsReplacedByAFolder() throws Exception {
    fileSystem.mkdirs(TARGET);
    context.rename(path(SOURCE.getParent()), path(TARGET), Rename.OVERWRITE);
    assertThat(fileSystem.keys()).containsExactly("out/", "out/target/source");
  }

  @Test
  void whatIsInTheWayStays() throws Exception {
    write(TARGET, "old");
    assertThatThrownBy(() -> context.rename(path(SOURCE), path(TARGET)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, TARGET, Rename.NONE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, TARGET.getParent(), Rename.OVERWRITE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/out is a folder");
    assertThatThrownBy(
            () -> fileSystem.rename(SOURCE.getParent(), TARGET.getParent(), Rename.OVERWRITE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not empty");
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, new Path(TARGET, "below"), Rename.OVERWRITE))
        .isInstanceOf(ParentNotDirectoryException.class);
    assertThat(read(TARGET)).isEqualTo("old");
    assertThat(read(SOURCE)).isEqualTo("new");
  }

  @Test
  void aSourceThatIsMissingLeavesTheTarget() throws Exception {
    write(TARGET, "old");
    assertThatThrownBy(() -> fileSystem.rename(new Path("/none"), TARGET, Rename.OVERWRITE))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(read(TARGET)).isEqualTo("old");
  }

  @Test
  void aFileThatIsRenamedOntoItselfStays() throws Exception {
    assertThatThrownBy(() -> fileSystem.rename(SOURCE, SOURCE, Rename.OVERWRITE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read(SOURCE)).isEqualTo("new");
  }

  private static Path path(Path path) {
    return new Path(URI.create("s3://bucket" + path));
  }
}
