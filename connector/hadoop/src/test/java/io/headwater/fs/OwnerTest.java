package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.junit.jupiter.api.Test;

/** Each status has the user of its file system as owner and group, as S3A's have. */
final class OwnerTest {
  private static List<FileStatus> statuses(MemoryFileSystem fileSystem) throws IOException {
    Path file = new Path("/folder/below/file");
    fileSystem.create(file).close();
    List<FileStatus> found = new ArrayList<>();
    found.add(fileSystem.getFileStatus(file));
    found.add(fileSystem.getFileStatus(new Path("/folder")));
    found.addAll(List.of(fileSystem.listStatus(new Path("/"))));
    RemoteIterators.foreach(fileSystem.listFiles(new Path("/"), true), found::add);
    found.addAll(List.of(fileSystem.globStatus(new Path("/f*/b*/*"))));
    found.addAll(List.of(fileSystem.globStatus(new Path("/folder/be*"))));
    return found;
  }

  @Test
  void isTheUserWhoOpenedTheFileSystem() throws Exception {
    UserGroupInformation user = UserGroupInformation.createRemoteUser("alice");
    MemoryFileSystem fileSystem =
        user.doAs((PrivilegedExceptionAction<MemoryFileSystem>) MemoryFileSystem::create);
    assertThat(statuses(fileSystem))
        .hasSize(6)
        .allSatisfy(status -> assertThat(status.getOwner()).isEqualTo("alice"))
        .allSatisfy(status -> assertThat(status.getGroup()).isEqualTo("alice"));
  }
}
