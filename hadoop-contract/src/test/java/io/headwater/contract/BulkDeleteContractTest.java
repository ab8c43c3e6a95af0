package io.headwater.contract;

import static org.apache.hadoop.fs.contract.ContractTestUtils.touch;

import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BulkDeleteContractTest extends AbstractContractBulkDeleteTest {
  @RegisterExtension static final ContractBucket BUCKET = new ContractBucket();

  @Override
  protected AbstractFSContract createContract(Configuration configuration) {
    return BUCKET.contract(configuration);
  }

  /** A small page, for the tests that fill one. */
  @BeforeEach
  @Override
  public void setup() throws Exception {
    super.setup();
    pageSize = 20;
  }

  /** The suite's default, 1, is for file systems without bulk delete. */
  @Test
  @Override
  public void validatePageSize() throws Exception {
    assertEquals(
        ObjectStore.BULK_DELETE_LIMIT, getFileSystem().createBulkDelete(path("bulk")).pageSize());
  }

  @Test
  @Override
  public void testPathsSizeGreaterThanPageSizePrecondition() throws Exception {
    pageSize = ObjectStore.BULK_DELETE_LIMIT;
    super.testPathsSizeGreaterThanPageSizePrecondition();
  }

  @Test
  @Override
  public void testBulkDeleteParentDirectoryWithFiles() throws Exception {
    Path file = path("folder/file");
    touch(getFileSystem(), file);
    assertFolderIsLeft(file.getParent());
    assertIsFile(file);
  }

  @Test
  @Override
  public void testBulkDeleteParentDirectoryWithDirectories() throws Exception {
    Path inner = path("folder/inner");
    mkdirs(inner);
    assertFolderIsLeft(inner.getParent());
    assertIsDirectory(inner);
  }

  /**
   * Like S3A's, bulk delete takes object names and does not check them. No object has a folder's
   * name, so nothing is deleted and nothing fails.
   */
  private void assertFolderIsLeft(Path folder) throws IOException {
    try (BulkDelete bulk = getFileSystem().createBulkDelete(folder.getParent())) {
      assertTrue(bulk.bulkDelete(List.of(folder)).isEmpty());
    }
    assertIsDirectory(folder);
  }
}
