package io.headwater.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(name = "buffer-{0}")
@MethodSource("params")
final class VectoredReadContractTest extends AbstractContractVectoredReadTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  VectoredReadContractTest(String bufferType) {
    super(bufferType);
  }

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }
}
