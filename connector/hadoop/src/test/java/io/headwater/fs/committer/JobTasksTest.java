package io.headwater.fs.committer;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.manifest.GovernedName;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

class JobTasksTest {
  @Test
  void reducersAreLikely() {
    assertThat(likely(2, 5)).containsExactly("r_000000", "r_000001");
  }

  @Test
  void withoutReducersMappersAreLikely() {
    assertThat(likely(0, 2)).containsExactly("m_000000", "m_000001");
  }

  @Test
  void tasksBelowAReportedOneAreLikely() {
    assertThat(likely(1, 5, "m_000002"))
        .containsExactlyInAnyOrder("r_000000", "m_000000", "m_000001", "m_000002");
  }

  /** Hadoop's defaults, 2 mappers and 1 reducer, say nothing of a job of Spark's RDDs. */
  @Test
  void theNextTaskIsLikelyIfTheirNumberIsUnknown() {
    Configuration spark = configuration(1, 2);
    assertThat(likely(spark)).containsExactlyInAnyOrder("m_000000", "r_000000");
    assertThat(likely(spark, "r_000001"))
        .containsExactlyInAnyOrder("m_000000", "r_000000", "r_000001", "r_000002");
  }

  @Test
  void otherNamesSayNothing() {
    assertThat(likely(0, 0, "notes", "m_", "m_1", "m_000001/x", "m_999999999999")).isEmpty();
  }

  @Test
  void namesHaveTheSameDigitsInEachLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(likely(1, 0)).containsExactly("r_000000");
      assertThat(GovernedName.attempt("out", "0".repeat(32), 1, 2)).endsWith("_0000_m_000001_2");
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Set<String> likely(int reducers, int mappers, String... reported) {
    Configuration submitted = configuration(reducers, mappers);
    submitted.set("mapreduce.job.dir", "/staging");
    return likely(submitted, reported);
  }

  private static Configuration configuration(int reducers, int mappers) {
    Configuration configuration = new Configuration(false);
    configuration.setInt("mapreduce.job.reduces", reducers);
    configuration.setInt("mapreduce.job.maps", mappers);
    return configuration;
  }

  private static Set<String> likely(Configuration configuration, String... reported) {
    JobContext job = new JobContextImpl(configuration, new JobID("20261128", 1));
    return JobTasks.likely(job, List.of(reported));
  }
}
