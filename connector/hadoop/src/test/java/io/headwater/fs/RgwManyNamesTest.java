package io.headwater.fs;

import io.headwater.testing.AccessLog;
import io.headwater.testing.TestServers;
import java.util.List;

/** The same names on Ceph's gateway, whose log has no requests. */
final class RgwManyNamesTest extends ManyNamesContract {
  RgwManyNamesTest() {
    super(TestServers.rgw(), TestServers.rgwSwift());
  }

  @Override
  List<String> requests(String bucket, AccessLog.Step step) throws Exception {
    step.run();
    return List.of();
  }
}
