package io.headwater.store;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What every {@link ObjectStore} must do, layers included: a subclass makes a store, and inherits
 * the tests. Where a {@link Capability} is not declared, they check that the store refuses.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ObjectStoreContract
    implements ObjectContract,
        RangeContract,
        StorletContract,
        ListContract,
        DeleteContract,
        UploadContract,
        StreamContract,
        ConditionContract {
  private final AtomicInteger tests = new AtomicInteger();
  private ObjectStore store;
  private String prefix;

  /** A store whose bucket is empty. */
  protected abstract ObjectStore open() throws IOException;

  /** Removes what {@link #open} made, after the store was closed. */
  protected void discard() {}

  @BeforeAll
  final void openStore() throws IOException {
    store = open();
  }

  @BeforeEach
  final void choosePrefix() {
    prefix = "test-" + tests.incrementAndGet() + "/";
  }

  @AfterAll
  final void closeStore() throws IOException {
    try {
      if (store != null) {
        store.close();
      }
    } finally {
      discard();
    }
  }

  @Override
  public final ObjectStore store() {
    return store;
  }

  @Override
  public final String prefix() {
    return prefix;
  }
}
