package io.headwater.testing;

import io.headwater.store.Capability;
import io.headwater.store.s3.S3Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/**
 * The real object stores of a test run, from environment variables. A test without its store fails.
 * Only tests of Ceph are skipped, because not every machine has it.
 */
public final class TestServers {
  private TestServers() {}

  /**
   * OpenStack Swift's S3 API. Its conditional creates are not atomic, and it has no If-Match PUT.
   */
  public static TestServer swift() {
    return server("SWIFT", S3Settings.COMMON_CAPABILITIES);
  }

  /** The same Swift by its own API, with TempAuth. */
  public static TestSwift swiftNative() {
    return new TestSwift(
        URI.create(variable("HEADWATER_TEST_SWIFT_AUTH_URL")),
        variable("HEADWATER_TEST_SWIFT_USER"),
        variable("HEADWATER_TEST_SWIFT_KEY"));
  }

  /** Swift, with a user who may read everything and write nothing. */
  public static TestServer swiftReadOnly() {
    TestServer swift = swift();
    return new TestServer(
        swift.name(),
        swift.endpoint(),
        variable("HEADWATER_TEST_SWIFT_READONLY_ACCESS_KEY"),
        variable("HEADWATER_TEST_SWIFT_READONLY_SECRET_KEY"),
        swift.capabilities());
  }

  /**
   * The access log of Swift's proxy: one line per request. Internal requests have "-" as the
   * client.
   */
  public static Path swiftLog() {
    return Path.of(variable("HEADWATER_TEST_SWIFT_LOG"));
  }

  /** versitygw, which shares no code with Swift and has every capability of the S3 API. */
  public static TestServer versity() {
    EnumSet<Capability> swifts = EnumSet.of(Capability.STREAMED_PUT, Capability.LISTED_MEDIA_TYPES);
    return server("VERSITY", EnumSet.complementOf(swifts));
  }

  /**
   * Ceph's object gateway by S3. It ignores the condition of a completion. Without Ceph on this
   * machine, {@code tools/with-rgw} starts none, and the test is skipped.
   */
  public static TestServer rgw() {
    requireRgw();
    Set<Capability> honoured = EnumSet.copyOf(S3Settings.COMMON_CAPABILITIES);
    honoured.add(Capability.ATOMIC_CONDITIONS);
    honoured.remove(Capability.CONDITIONAL_COMPLETION);
    return server("RGW", honoured);
  }

  /** The same gateway by Swift's API. */
  public static TestSwift rgwSwift() {
    requireRgw();
    return new TestSwift(
        URI.create(variable("HEADWATER_TEST_RGW_AUTH_URL")),
        variable("HEADWATER_TEST_RGW_USER"),
        variable("HEADWATER_TEST_RGW_KEY"));
  }

  private static void requireRgw() {
    requireStarted("RGW", "install Ceph, and run `tools/with-rgw mvn ...`");
  }

  /** A service that only {@code make test-stores} starts. Elsewhere the test is skipped. */
  public static TestServer other(String name) {
    requireStarted(name, "run `make test-stores`");
    return server(name, S3Settings.COMMON_CAPABILITIES);
  }

  private static void requireStarted(String name, String advice) {
    boolean isStarted = System.getenv("HEADWATER_TEST_" + name + "_ENDPOINT") != null;
    Assumptions.assumeTrue(isStarted, () -> name + " was not started: " + advice);
  }

  private static TestServer server(String name, Set<Capability> capabilities) {
    String prefix = "HEADWATER_TEST_" + name;
    return new TestServer(
        name,
        URI.create(variable(prefix + "_ENDPOINT")),
        variable(prefix + "_ACCESS_KEY"),
        variable(prefix + "_SECRET_KEY"),
        capabilities);
  }

  static String variable(String name) {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalStateException(
          name + " is not set: run `make test`, or `tools/with-stores mvn ...`");
    }
    return value;
  }
}
