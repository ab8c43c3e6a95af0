package io.headwater.contract;

import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

final class FileContextCreateMkdirTest extends FileContextCreateMkdirBaseTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @BeforeEach
  @Override
  public void setUp() throws Exception {
    fc = BUCKET.fileContext();
    super.setUp();
  }
}
