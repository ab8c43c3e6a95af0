package io.headwater.contract;

import java.io.IOException;
import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class MainOperationsTest extends FSMainOperationsBaseTest {
  private static final String NO_PERMISSIONS =
      "an object has no permissions that setPermission could take away";

  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  MainOperationsTest() {
    super("/test");
  }

  @Override
  protected FileSystem createFileSystem() throws IOException {
    return BUCKET.fileSystem();
  }

  @Test
  @Disabled(NO_PERMISSIONS)
  @Override
  public void testListStatusThrowsExceptionForUnreadableDir() {}

  @Test
  @Disabled(NO_PERMISSIONS)
  @Override
  public void testGlobStatusThrowsExceptionForUnreadableDir() {}
}
