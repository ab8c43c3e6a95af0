package io.headwater.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractSeekTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SeekContractTest extends AbstractContractSeekTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }
}
