package io.headwater.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.contract.AbstractContractRootDirectoryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.ContractTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RootDirectoryContractTest extends AbstractContractRootDirectoryTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }

  /** The suite expects a result; here the reason is thrown, since a shell shows nothing else. */
  @Test
  @Override
  public void testRmRootRecursive() throws Throwable {
    Path file = new Path("/testRmRootRecursive");
    ContractTestUtils.touch(getFileSystem(), file);
    assertThatThrownBy(() -> getFileSystem().delete(new Path("/"), true))
        .isInstanceOf(PathIOException.class)
        .hasMessageContaining("the root is not deleted");
    assertPathExists("file of the root", file);
  }
}
