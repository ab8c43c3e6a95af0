package io.headwater.testing;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The storlets that {@code make storlets} builds, deployed to the test Swift's account. */
public final class TestStorlets {
  private static final Path BUILT = Path.of("..", "..", "dist", "storlets");
  private static final Set<String> DEPLOYED = ConcurrentHashMap.newKeySet();

  private TestStorlets() {}

  /** Deploys a storlet, once in a process. */
  public static synchronized void deploy(String name) {
    if (DEPLOYED.contains(name)) {
      return;
    }
    RawSwift swift = new RawSwift(TestServers.swiftNative());
    swift.send("PUT", "/storlet", Map.of(), "");
    HttpResponse<String> response = swift.put(RawSwift.path("storlet", name), module(name));
    if (response.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          "the storlet " + name + " was not deployed: " + response.statusCode() + response.body());
    }
    DEPLOYED.add(name);
  }

  private static byte[] module(String name) {
    Path file = BUILT.resolve(name + ".wasm");
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalStateException("no " + file.toAbsolutePath() + ": run `make storlets`", e);
    }
  }
}
