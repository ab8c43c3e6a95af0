package io.headwater.commit;

import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.RetryLayer;
import io.headwater.store.memory.MemoryStore;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.testing.NeedsServer;
import io.headwater.testing.TestBucket;
import io.headwater.testing.TestContainer;
import io.headwater.testing.TestServer;
import io.headwater.testing.TestServers;
import io.headwater.testing.TestSwift;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/**
 * The contract for the memory store and real servers, by condition and by claim. Servers have the
 * retries that every file system has, because Swift responds with 503 for an object that is being
 * deleted.
 */
final class ExclusivePutTest {
  private static ObjectStore memory(Set<Capability> capabilities) {
    return new MemoryStore("exclusive", capabilities, MultipartUploads.MINIMUM_PART_LENGTH);
  }

  @Nested
  final class ByConditionInMemory extends ExclusivePutContract {
    @Override
    ObjectStore open() {
      return memory(EnumSet.allOf(Capability.class));
    }
  }

  @Nested
  final class ByClaimInMemory extends ExclusivePutContract {
    @Override
    ObjectStore open() {
      return memory(EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_CONDITIONS)));
    }
  }

  @Nested
  final class ByClaimWithoutAnyCondition extends ExclusivePutContract {
    @Override
    ObjectStore open() {
      return memory(Set.of(Capability.CONSISTENT_LISTING));
    }
  }

  /** With a bucket of a real server. */
  private abstract static class OnBucket extends ExclusivePutContract {
    private TestBucket bucket;

    abstract TestServer server();

    @Override
    ObjectStore open() {
      bucket = server().newBucket();
      return new RetryLayer(bucket.open(), RetryPolicy.REQUEST);
    }

    @Override
    void discard() {
      bucket.close();
    }
  }

  @NeedsServer
  @Nested
  final class ByConditionOnVersity extends OnBucket {
    @Override
    TestServer server() {
      return TestServers.versity();
    }
  }

  @NeedsServer
  @Nested
  final class ByClaimOnSwiftS3 extends OnBucket {
    @Override
    TestServer server() {
      return TestServers.swift();
    }
  }

  @NeedsServer
  @Nested
  final class ByConditionOnRgw extends OnBucket {
    @Override
    TestServer server() {
      return TestServers.rgw();
    }
  }

  @NeedsServer
  @Nested
  final class ByClaimOnSwift extends OnContainer {
    @Override
    TestSwift server() {
      return TestServers.swiftNative();
    }
  }

  @NeedsServer
  @Nested
  final class ByClaimOnRgwSwift extends OnContainer {
    @Override
    TestSwift server() {
      return TestServers.rgwSwift();
    }
  }

  /** With a container of a real server. */
  private abstract static class OnContainer extends ExclusivePutContract {
    private TestContainer container;

    abstract TestSwift server();

    @Override
    ObjectStore open() {
      container = server().newContainer();
      return new RetryLayer(container.open(), RetryPolicy.REQUEST);
    }

    @Override
    void discard() {
      container.close();
    }
  }
}
