package io.headwater.testing;

import io.headwater.store.swift.SwiftStore;
import io.headwater.store.swift.client.SwiftSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;

/** A Swift container of one test. Closing it deletes it, its segments and its content. */
public final class TestContainer implements AutoCloseable {
  private final TestSwift server;
  private final String name;
  private final RawSwift raw;

  private TestContainer(TestSwift server, String name) {
    this.server = server;
    this.name = name;
    this.raw = new RawSwift(server);
  }

  static TestContainer create(TestSwift server) {
    TestContainer container = new TestContainer(server, "headwater-" + UUID.randomUUID());
    container.raw.send("PUT", "/" + container.name, Map.of(), "");
    return container;
  }

  /** The container's name. */
  public String name() {
    return name;
  }

  /** The name of the container of segments, which may not exist yet. */
  public String segments() {
    return name + "_segments";
  }

  /** The settings to reach it. */
  public SwiftSettings settings() {
    return server.settings();
  }

  /** A client that shares no code with the store. */
  public RawSwift raw() {
    return raw;
  }

  /** A new store for it, which the caller closes. */
  public SwiftStore open() {
    try {
      return SwiftStore.open(name, server.settings());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (String each : new String[] {segments(), name}) {
      for (String key : raw.names(each)) {
        raw.send("DELETE", RawSwift.path(each, key), Map.of(), "");
      }
      raw.send("DELETE", "/" + each, Map.of(), "");
    }
  }
}
