package io.headwater.mapreduce;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** What runs a job's tasks. */
enum Runner {
  /** Hadoop's LocalJobRunner: threads of this process. It sets a generator's maps to one. */
  LOCAL(MRConfig.LOCAL_FRAMEWORK_NAME, 1),
  /** A YARN cluster: a process for each task attempt, and one for the job's master. */
  YARN(MRConfig.YARN_FRAMEWORK_NAME, 2);

  static final int REDUCES = 2;

  private final String framework;
  private final int maps;

  Runner(String framework, int maps) {
    this.framework = framework;
    this.maps = maps;
  }

  /** The map tasks of a job that reads no files. */
  int maps() {
    return maps;
  }

  /** The settings of jobs that run there; {@code cluster} are those of the YARN cluster. */
  Configuration settings(Configuration cluster) {
    Configuration settings = new Configuration(cluster);
    settings.set(MRConfig.FRAMEWORK_NAME, framework);
    settings.setInt(MRJobConfig.NUM_MAPS, maps);
    settings.setInt(MRJobConfig.NUM_REDUCES, REDUCES);
    return settings;
  }
}
