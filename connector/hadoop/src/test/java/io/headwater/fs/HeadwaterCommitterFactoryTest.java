package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.Capability;
import io.headwater.store.MultipartUploads;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.memory.MemoryStore;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.junit.jupiter.api.Test;

/** The committer of a user who sets our factory for a scheme. */
class HeadwaterCommitterFactoryTest {
  private static final String SETTING = PathOutputCommitterFactory.COMMITTER_FACTORY_SCHEME + ".s3";

  private static PathOutputCommitter committer(CommittedJob job, Path path) throws IOException {
    job.configuration().set(SETTING, HeadwaterCommitterFactory.class.getName());
    return PathOutputCommitterFactory.createCommitter(path, job.attempt(0, 0));
  }

  @Test
  void oursWhereTheOutputIsOurs() throws Exception {
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create()) {
      PathOutputCommitter made =
          committer(new CommittedJob(fileSystem), new Path("s3://bucket/data/out"));
      assertThat(made).isInstanceOf(HeadwaterOutputCommitter.class);
      assertThat(made.getWorkPath().toString()).startsWith("s3://bucket/data/out/_temporary/");
    }
  }

  @Test
  void hadoopsWhereManifestsAreOff() throws Exception {
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create()) {
      CommittedJob job = new CommittedJob(fileSystem, "fs.headwater.commit.manifest", "false");
      assertThat(committer(job, CommittedJob.OUT)).isInstanceOf(FileOutputCommitter.class);
    }
  }

  @Test
  void hadoopsWhereListingsLag() throws Exception {
    MemoryStore lagging =
        new MemoryStore(
            "bucket",
            EnumSet.complementOf(EnumSet.of(Capability.CONSISTENT_LISTING)),
            MultipartUploads.MINIMUM_PART_LENGTH);
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create(lagging, FaultPlan.none())) {
      CommittedJob job = new CommittedJob(fileSystem);
      assertThat(committer(job, CommittedJob.OUT)).isInstanceOf(FileOutputCommitter.class);
    }
  }

  @Test
  void hadoopsOnAnotherFileSystem() throws Exception {
    try (MeteredFileSystem fileSystem = MemoryFileSystem.create()) {
      CommittedJob job = new CommittedJob(fileSystem);
      assertThat(new HeadwaterCommitterFactory().createOutputCommitter(null, job.attempt(0, 0)))
          .isInstanceOf(FileOutputCommitter.class);
      assertThat(
              new HeadwaterCommitterFactory()
                  .createOutputCommitter(new Path("file:///tmp/out"), job.attempt(0, 0)))
          .isInstanceOf(FileOutputCommitter.class);
    }
  }
}
