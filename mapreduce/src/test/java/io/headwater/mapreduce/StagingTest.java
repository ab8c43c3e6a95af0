package io.headwater.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.fs.HeadwaterAbstractFileSystem;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** YARN with its staging folder and its default file system on a store. */
@Timeout(600)
class StagingTest extends ClusterFixture {
  /** The second job finds the staging folder that the first one made, and checks who owns it. */
  @Test
  void twoJobsShareAStagingFolder() throws Exception {
    twoJobsShareAStagingFolder(Scheme.SWIFT);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SWIFT")
  void twoJobsShareAStagingFolder(Scheme scheme) throws Exception {
    Configuration settings = Runner.YARN.settings(cluster.settings());
    settings.setInt(MRJobConfig.NUM_MAPS, 1);
    scheme.configure(settings);
    Path root = scheme.root(container.name());
    settings.set("fs.defaultFS", root.toString());
    settings.set(
        "fs.AbstractFileSystem." + root.toUri().getScheme() + ".impl",
        HeadwaterAbstractFileSystem.class.getName());
    settings.set("yarn.app.mapreduce.am.staging-dir", new Path(root, "staging").toString());
    for (String output : new String[] {"first", "second"}) {
      assertThat(ToolRunner.run(settings, new TeraGen(), new String[] {"100", "/" + output}))
          .isZero();
      assertThat(FileSystem.get(settings).exists(new Path("/" + output, "_SUCCESS"))).isTrue();
    }
  }
}
