package io.headwater.mapreduce;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The framework that runs a job's tasks. */
enum Runner {
  /**
   * Hadoop's LocalJobRunner: threads of this process. It sets the number of a generator's maps to
   * one.
   */
  LOCAL(MRConfig.LOCAL_FRAMEWORK_NAME, 1),
  /** A YARN cluster: a process for each task attempt, and one for the application master. */
  YARN(MRConfig.YARN_FRAMEWORK_NAME, 2);

  static final int REDUCES = 2;

  private final String framework;
  private final int maps;

  Runner(String framework, int maps) {
    this.framework = framework;
    this.maps = maps;
  }

  /** The number of map tasks of a job that reads no files. */
  int maps() {
    return maps;
  }

  /** The settings of jobs with this runner. {@code cluster} are those of the YARN cluster. */
  Configuration settings(Configuration cluster) {
    Configuration settings = new Configuration(cluster);
    settings.set(MRConfig.FRAMEWORK_NAME, framework);
    settings.setInt(MRJobConfig.NUM_MAPS, maps);
    settings.setInt(MRJobConfig.NUM_REDUCES, REDUCES);
    return settings;
  }
}
