package io.headwater.fs.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;

/**
 * The setting {@code fs.swift.impl}. By default, Hadoop 3.3 sets it to a class of the artifact
 * hadoop-openstack, which Spark does not have. Hadoop then fails, and ignores the file system that
 * its service loader finds.
 */
public final class SwiftSetting {
  private static final String NAME = "fs.swift.impl";
  private static final String MISSING = "org.apache.hadoop.fs.swift.snative.SwiftNativeFileSystem";

  /** Sets {@value #NAME} to Headwater's class. */
  private static final String REPLACEMENT = "headwater-swift.xml";

  private SwiftSetting() {}

  /** Replaces the class if it is missing. Another value of the user's stays. */
  public static void ensure() {
    // Newer versions have no such default, and a new configuration takes time to parse.
    if (VersionInfo.getVersion().startsWith("3.3.") && isMissing(new Configuration())) {
      Configuration.addDefaultResource(REPLACEMENT);
    }
  }

  private static boolean isMissing(Configuration configuration) {
    return MISSING.equals(configuration.getTrimmed(NAME))
        && configuration.getClassByNameOrNull(MISSING) == null;
  }
}
