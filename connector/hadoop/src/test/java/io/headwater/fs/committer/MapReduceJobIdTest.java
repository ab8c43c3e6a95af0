package io.headwater.fs.committer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

/** A job's id is the same in all its processes, and unique to the job. */
class MapReduceJobIdTest {
  private final Configuration configuration = new JobConf(false);

  private JobContext job(String tracker, int number) {
    return new JobContextImpl(configuration, new JobID(tracker, number));
  }

  private Optional<String> find(String tracker) throws IOException {
    return MapReduceJobId.find(job(tracker, 1));
  }

  @Test
  void sparksUuidIsTheId() throws Exception {
    configuration.set(MapReduceJobId.SPARK_UUID, "01234567-89AB-cdef-0123-456789abcdef");
    assertThat(find("20261120")).contains("0123456789abcdef0123456789abcdef");
    configuration.set(MapReduceJobId.SPARK_UUID, "job 7");
    assertThatThrownBy(() -> find("20261120")).hasMessageContaining("job 7");
  }

  @Test
  void identifiesAClustersJobByNameAndStagingFolder() throws Exception {
    configuration.set(MRJobConfig.MAPREDUCE_JOB_DIR, "hdfs://one/staging/job_1_1");
    Optional<String> first = find("1700000000000");
    assertThat(first.orElseThrow()).matches("[0-9a-f]{32}");
    assertThat(find("1700000000000")).isEqualTo(first);
    assertThat(MapReduceJobId.find(job("1700000000000", 2))).isNotEqualTo(first);
    configuration.set(MRJobConfig.MAPREDUCE_JOB_DIR, "hdfs://two/staging/job_1_1");
    assertThat(find("1700000000000")).isNotEqualTo(first);
  }

  @Test
  void identifiesLocalJobsOfOneProcessByName() throws Exception {
    assertThat(find("local12")).isPresent().isEqualTo(find("local12"));
    assertThat(find("local12")).isNotEqualTo(find("local13"));
  }

  @Test
  void doesNotDistinguishJobsOfOneSecond() throws Exception {
    assertThat(find("20261120101112")).isEmpty();
  }

  @Test
  void theIdOfSetupTakesPrecedenceOverSparksLaterId() throws Exception {
    String drawn = MapReduceJobId.draw(job("20261120101112", 1));
    configuration.set(MapReduceJobId.SPARK_UUID, "01234567-89ab-cdef-0123-456789abcdef");
    assertThat(find("20261120101113")).contains(drawn);
    assertThat(MapReduceJobId.draw(job("20261120101112", 1))).isNotEqualTo(drawn);
  }
}
