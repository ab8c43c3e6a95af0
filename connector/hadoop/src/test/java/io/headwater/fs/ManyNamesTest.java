package io.headwater.fs;

import io.headwater.testing.AccessLog;
import io.headwater.testing.TestServers;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The names on Swift, whose log shows the requests. */
@Tag("long")
final class ManyNamesTest extends ManyNamesContract {
  ManyNamesTest() {
    super(TestServers.swift(), TestServers.swiftNative());
  }

  @Override
  List<String> requests(String bucket, AccessLog.Step step) throws Exception {
    return AccessLog.of(bucket).requests(step);
  }
}
