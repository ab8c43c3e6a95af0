package io.headwater.contract;

import java.io.IOException;
import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.extension.RegisterExtension;

final class MainOperationsTest extends FSMainOperationsBaseTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  MainOperationsTest() {
    super("/test");
  }

  @Override
  protected FileSystem createFileSystem() throws IOException {
    return BUCKET.fileSystem();
  }
}
