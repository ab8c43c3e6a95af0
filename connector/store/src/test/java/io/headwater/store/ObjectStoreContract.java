package io.headwater.store;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The required behaviour of every {@link ObjectStore}, layers included. A subclass creates a store
 * and inherits the tests. For an undeclared {@link Capability}, the tests check that the store
 * refuses.
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

  /** A store with an empty bucket. */
  protected abstract ObjectStore open() throws IOException;

  /** Removes what {@link #open} created, after the store was closed. */
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
