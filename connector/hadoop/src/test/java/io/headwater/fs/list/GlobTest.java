package io.headwater.fs.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.fs.PagedStore;
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.layers.FaultPlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;

/** Globs match the same as on a local disk, by one listing of the tree if possible. */
final class GlobTest {
  private static final String[] NAMES = {"a", "b", "ab", "a1", "x=1", "x=2", "[c]"};
  private static final String[] PATTERNS = {
    "a", "b", "*", "?", "a*", "x=*", "x={1,2}", "{a,b}", "[ab]", "\\[c\\]", "{a/b,x=1}", "{ab,a1}*"
  };

  private static void touch(FileSystem fileSystem, Path path) throws IOException {
    fileSystem.create(path, true).close();
  }

  private static MemoryFileSystem paged(int limit) throws IOException {
    return MemoryFileSystem.create(
        new PagedStore(MemoryFileSystem.likeS3(), limit), FaultPlan.none());
  }

  private static List<String> names(FileStatus[] found, Path root) {
    if (found == null) {
      return List.of("nothing");
    }
    int length = root.toUri().getPath().length();
    return Arrays.stream(found)
        .map(each -> each.getPath().toUri().getPath().substring(length) + each.isDirectory())
        .toList();
  }

  @Test
  void aTreeIsOneListing() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    for (int number = 0; number < 90; number++) {
      touch(fileSystem, new Path("/t/x=" + number + "/y=" + number % 3 + "/part"));
    }
    long before = fileSystem.requests().requests(Operation.LIST);
    assertThat(fileSystem.globStatus(new Path("/t/x=*/y=1/part"))).hasSize(30);
    assertThat(fileSystem.globStatus(new Path("/t/x={1,2,3}/*"))).hasSize(3);
    assertThat(fileSystem.globStatus(new Path("/t/x=7*/y=[01]/p*"), path -> true)).hasSize(8);
    assertThat(fileSystem.requests().requests(Operation.LIST) - before).isEqualTo(3);
  }

  @Test
  void aLargeFolderIsListedFromWhereTheGlobBegins() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    for (int number = 0; number < 3_000; number++) {
      String day = String.format("2026-%04d", number);
      fileSystem.store().put("flat/" + day, Content.empty(), PutOptions.OVERWRITE);
      fileSystem.store().put("deep/" + day + "/part", Content.empty(), PutOptions.OVERWRITE);
    }
    long before = fileSystem.requests().requests(Operation.LIST);
    assertThat(fileSystem.globStatus(new Path("/flat/2026-25*"))).hasSize(100);
    assertThat(fileSystem.globStatus(new Path("/deep/2026-2{5,7}*/part"))).hasSize(200);
    assertThat(fileSystem.globStatus(new Path("/flat/2026-00?1"))).hasSize(10);
    assertThat(fileSystem.globStatus(new Path("/flat/2027*"))).isEmpty();
    // For each glob: the first page, the names of a dataset's manifests, and the names with the
    // glob's prefix.
    assertThat(fileSystem.requests().requests(Operation.LIST) - before).isEqualTo(4 * 3);
  }

  @Test
  void ofAttemptsAtAPartTheOneThatCountsIsMatched() throws Exception {
    MemoryFileSystem fileSystem = paged(2);
    String part = "t/part-00001-attempt_20260101000000_0001_m_000001_";
    fileSystem.store().put("t/part-00000", Content.empty(), PutOptions.OVERWRITE);
    fileSystem.store().put("t/part-00000-x", Content.empty(), PutOptions.OVERWRITE);
    fileSystem.store().put(part + "0", Content.of(new byte[2]), PutOptions.OVERWRITE);
    fileSystem.store().put(part + "1", Content.of(new byte[1]), PutOptions.OVERWRITE);
    assertThat(fileSystem.globStatus(new Path("/" + part + "*"))).hasSize(1);
    assertThat(fileSystem.globStatus(new Path("/" + part + "1*"))).isEmpty();
  }

  @Test
  void aTreeThatIsTooLargeIsMatchedLevelByLevel() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    for (int number = 0; number <= WalkedTree.MOST; number++) {
      touch(fileSystem, new Path("/t/many/" + number));
    }
    touch(fileSystem, new Path("/t/x/part"));
    assertThat(fileSystem.globStatus(new Path("/t/*/part"))).hasSize(1);
  }

  @Test
  void aFolderWithTheNameOfAFileIsMatched() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    for (String key : List.of("t/x", "t/x/y", "t/x/y/z", "t/z/y")) {
      fileSystem.store().put(key, Content.empty(), PutOptions.OVERWRITE);
    }
    assertThat(names(fileSystem.globStatus(new Path("/t/*/y")), new Path("/")))
        .hasSize(2)
        .allMatch(name -> name.startsWith("t/x/y") || name.startsWith("t/z/y"));
  }

  /** If a glob lists the key's folder, it fails like a listing. Other globs are not affected. */
  @Test
  void aKeyThatNoPathCanNameFailsNoGlobThatListsOtherFolders() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    for (String key : List.of("t/x/part", "t/y/deep/a//b", "t/z/deep/../c", "t/z/deep/./")) {
      fileSystem.store().put(key, Content.empty(), PutOptions.OVERWRITE);
    }
    assertThat(names(fileSystem.globStatus(new Path("/t/*/part")), new Path("/")))
        .containsExactly("t/x/partfalse");
    assertThat(names(fileSystem.globStatus(new Path("/t/*/*")), new Path("/")))
        .containsExactly("t/x/partfalse", "t/y/deeptrue", "t/z/deeptrue");
    for (String folder : List.of("/t/y/deep/a", "/t/z/deep")) {
      Path glob = new Path(folder.replace("deep", "*") + "/*");
      assertThatThrownBy(() -> fileSystem.listStatus(new Path(folder)))
          .isInstanceOf(InvalidPathException.class);
      assertThatThrownBy(() -> fileSystem.globStatus(glob))
          .isInstanceOf(InvalidPathException.class)
          .hasMessageContaining(folder + "/");
    }
  }

  @Test
  void anEmptyFolderIsMatched() throws Exception {
    MemoryFileSystem fileSystem = MemoryFileSystem.create();
    fileSystem.mkdirs(new Path("/root/ab/x=1"));
    touch(fileSystem, new Path("/root/b/x=1"));
    assertThat(fileSystem.globStatus(new Path("/root/*/x=1"))).hasSize(2);
    assertThat(fileSystem.globStatus(new Path("/root/*/{a/b,x=1}"))).hasSize(2);
  }

  @Property(tries = 200)
  void whatALocalDiskMatches(@ForAll Random random) throws Exception {
    java.nio.file.Path disk = java.nio.file.Files.createTempDirectory("glob");
    FileSystem local = new RawLocalFileSystem();
    local.initialize(local.getUri(), new Configuration(false));
    MemoryFileSystem fileSystem = paged(1 + random.nextInt(8));
    Path there = new Path(disk.toString());
    Path here = new Path("/root");
    fileSystem.mkdirs(here);
    for (int number = random.nextInt(12); number >= 0; number--) {
      String name = path(random, NAMES);
      try {
        if (random.nextInt(4) == 0) {
          local.mkdirs(new Path(there, name));
          fileSystem.mkdirs(new Path(here, name));
        } else if (!local.exists(new Path(there, name))) {
          touch(local, new Path(there, name));
          touch(fileSystem, new Path(here, name));
        }
      } catch (IOException e) {
        // A file exists where a folder is needed. Neither file system gets new files.
      }
    }
    String pattern = path(random, PATTERNS);
    List<String> wanted = names(local.globStatus(new Path(there, pattern)), there);
    List<String> found = names(fileSystem.globStatus(new Path(here, pattern)), here);
    assertThat(found).as("pattern %s", pattern).containsExactlyInAnyOrderElementsOf(wanted);
    local.delete(there, true);
  }

  private static String path(Random random, String[] names) {
    StringBuilder path = new StringBuilder(names[random.nextInt(names.length)]);
    for (int depth = random.nextInt(3); depth > 0; depth--) {
      path.append('/').append(names[random.nextInt(names.length)]);
    }
    return path.toString();
  }
}
