package io.headwater.contract;

import io.headwater.store.MultipartUploads;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMultipartUploaderTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class MultipartUploaderContractTest extends AbstractContractMultipartUploaderTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }

  @Override
  protected int partSizeInBytes() {
    return (int) MultipartUploads.MINIMUM_PART_LENGTH;
  }

  /** Three parts are as good a test as ten. Each has 5 MiB. */
  @Override
  protected int getTestPayloadCount() {
    return 3;
  }

  /** Completing again creates the same object, and aborting again is no error. */
  @Override
  protected boolean finalizeConsumesUploadIdImmediately() {
    return false;
  }

  @Override
  protected boolean supportsConcurrentUploadsToSamePath() {
    return true;
  }
}
