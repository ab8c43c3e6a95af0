package io.headwater.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractRootDirectoryTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RootDirectoryContractTest extends AbstractContractRootDirectoryTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }
}
